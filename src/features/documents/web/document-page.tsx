import { Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Notice } from '../../../platform/web/kit/notice.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { Document } from '../contract.ts'
import type { Shelf } from '../domain/vocabulary.ts'
import { DownloadButton, StatusBadge } from './document-parts.tsx'
import { DocumentVersions } from './document-versions.tsx'
import css from './documents.module.css'
import { documentQuery } from './documents-queries.ts'
import type { DocumentSearch } from './documents-search.ts'
import { ShownFile } from './shown-file.tsx'

/** One document: what it is, whether it can be relied on now, its file and its versions. */
export default function DocumentPage() {
  const t = useTranslations('documents')
  const params: unknown = useParams({ strict: false })
  const id = Number((params as { id?: string }).id)
  const known = Number.isInteger(id) && id > 0 && id < 2 ** 31
  const { data, error, refetch } = useQuery({ ...documentQuery(id), enabled: known })
  if (data) return <Opened document={data} />
  if (!known || isProblem(error, 404))
    return (
      <>
        <PageHead title={t('document')} />
        <EmptyState title={t('noSuch')} hint={t('noSuchHint')} />
      </>
    )
  return (
    <>
      <PageHead title={t('document')} />
      {error ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label={t('document')}>
          <Skeleton height={240} />
        </div>
      )}
    </>
  )
}

const HOMES = {
  legal: '/legal',
  product: '/product/documentation',
  'fact-sheet': '/product/mfs',
  qa: '/qaqc',
  qc: '/qaqc',
} as const satisfies Record<Shelf, string>
const TITLES = {
  legal: 'legal',
  product: 'documentation',
  'fact-sheet': 'factSheets',
  qa: 'quality',
  qc: 'quality',
} as const satisfies Record<Shelf, string>

function Opened({ document }: { document: Document }) {
  const t = useTranslations('documents')
  const formats = useFormats()
  const { q, v } = useSearch({ strict: false }) as DocumentSearch
  const [shelf] = document.shelves
  const facts: [string, string | null][] = [
    [t('number'), document.number],
    [t('type'), t(`types.${document.type}`)],
    [t('category'), t(`categories.${document.category}`)],
    [t('productOf'), document.productName && `${document.productName} (${document.productCode})`],
    [
      t('language'),
      document.language &&
        new Intl.DisplayNames([formats.locale], { type: 'language' }).of(document.language),
    ],
    [t('effectiveOn'), document.effectiveOn && formats.dateLong(document.effectiveOn)],
    [t('expiresOn'), document.expiresOn && formats.dateLong(document.expiresOn)],
    [t('size'), document.size === null ? null : formats.fileSize(document.size)],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <>
      <PageHead
        title={document.title}
        badge={<StatusBadge status={document.status} />}
        trail={shelf && <Link to={HOMES[shelf]}>{t(`${TITLES[shelf]}.title`)}</Link>}
        subtitle={document.description}
        actions={<DownloadButton document={document} opens={document.opens} size="sm" />}
      />
      {document.status !== 'available' && document.status !== 'draft' && (
        <Notice
          tone={document.status === 'pending' ? 'info' : 'bad'}
          icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
          title={t(`said.${document.status}`)}
        >
          {document.withdrawnReason}
        </Notice>
      )}
      <div className={css.stack}>
        <ShownFile document={document} version={v} query={q} />
        <Panel title={t('about')}>
          <dl className={css.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            <Lots lots={document.lots} />
          </dl>
        </Panel>
        <Panel title={t('versions')} flush>
          <div className={css.wide}>
            <DocumentVersions document={document} />
          </div>
        </Panel>
      </div>
    </>
  )
}

/** The way back from a certificate to what it is of. */
function Lots({ lots }: Pick<Document, 'lots'>) {
  const t = useTranslations('documents')
  if (lots.length === 0) return null
  return (
    <div>
      <dt>{t('lots')}</dt>
      <dd>
        <ul className={css.lots}>
          {lots.map(({ lotNo, address, held }) => (
            <li key={address}>
              <Link to="/lots/$lotNo" params={{ lotNo: address }}>
                {lotNo}
              </Link>
              {held && <Badge tone="bad">{t('lotHeld')}</Badge>}
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}
