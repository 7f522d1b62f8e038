import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { FactsTable } from '../../../platform/web/kit/record-list.tsx'
import type { Legal, LegalDocument } from '../contract.ts'
import { AcknowledgeDialog } from './acknowledge-dialog.tsx'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { DocumentActions, StatusBadge } from './document-parts.tsx'
import css from './documents.module.css'
import { legalQuery } from './documents-queries.ts'
import { Hit } from './viewer/hit.tsx'

/** Agreements and policies, and what changed in them (E6). */
export default function LegalPage() {
  const t = useTranslations('documents')
  const formats = useFormats()
  const { data, error, refetch } = useQuery(legalQuery)
  const [signing, setSigning] = useState<LegalDocument | null>(null)
  return (
    <>
      <PageHead title={t('legal.title')} subtitle={t('legal.subtitle')} />
      {!data && error && <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <CardsSkeleton />}
      {data?.items.length === 0 && <EmptyState title={t('none')} hint={t('noneHint')} />}
      {data && data.items.length > 0 && (
        <div className={css.stack}>
          <ul className={css.cards}>
            {data.items.map((document) => (
              <li key={document.id} className={css.card}>
                <div className={css.line}>
                  <h2>{document.title}</h2>
                  {document.status !== 'available' && <StatusBadge status={document.status} />}
                </div>
                <p className={css.quiet}>
                  {t('lastUpdated', { date: formats.dateLong(document.updatedAt.slice(0, 10)) })}
                </p>
                <p>{document.description}</p>
                <Hit hit={document.hit} />
                {document.signed && (
                  <p className={css.quiet}>
                    {t(`legal.${document.signed.signing}.by`, {
                      ...document.signed,
                      date: formats.dateTime(document.signed.at),
                    })}
                  </p>
                )}
                <DocumentActions document={document} />
                {document.toSign && (
                  <span>
                    <Button
                      size="compact-sm"
                      aria-label={t(`legal.${document.signing}.actionOf`, { title: document.title })}
                      onClick={() => setSigning(document)}
                    >
                      {t(`legal.${document.signing}.action`)}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
          <Panel title={t('legal.history')} flush>
            {data.history.length === 0 ? (
              <EmptyState title={t('legal.noHistory')} />
            ) : (
              <div className={css.wide}>
                <FactsTable
                  label={t('legal.history')}
                  columns={[
                    { title: t('document') },
                    { title: t('change') },
                    { title: t('version'), figure: true },
                    { title: t('date') },
                  ]}
                  rows={data.history.map(({ documentId, title, version, note, at }) => ({
                    key: `${documentId} ${version}`,
                    cells: [
                      <Link key="title" to="/documents/$id" params={{ id: String(documentId) }}>
                        {title}
                      </Link>,
                      note ?? t('newVersion'),
                      version,
                      formats.date(at.slice(0, 10)),
                    ],
                  }))}
                />
              </div>
            )}
          </Panel>
          {data.acknowledgements.length > 0 && <Signed signed={data.acknowledgements} />}
        </div>
      )}
      {signing && <AcknowledgeDialog document={signing} onClose={() => setSigning(null)} />}
    </>
  )
}

/** What was signed for the company, and by whom. */
function Signed({ signed }: { signed: Legal['acknowledgements'] }) {
  const t = useTranslations('documents')
  const formats = useFormats()
  return (
    <Panel title={t('legal.signatures')} flush>
      <div className={css.wide}>
        <FactsTable
          label={t('legal.signatures')}
          columns={[
            { title: t('document') },
            { title: t('version'), figure: true },
            { title: t('legal.signatory') },
            { title: t('legal.meaning') },
            { title: t('date') },
            { title: t('legal.checksum') },
          ]}
          rows={signed.map(({ documentId, title, version, signing, name, at, checksum }) => ({
            key: `${documentId} ${version}`,
            cells: [
              title,
              version,
              name,
              t(`legal.meanings.${signing}`),
              formats.dateTime(at),
              <code key="checksum" title={checksum}>
                {`${checksum.slice(0, 16)}…`}
              </code>,
            ],
          }))}
        />
      </div>
    </Panel>
  )
}
