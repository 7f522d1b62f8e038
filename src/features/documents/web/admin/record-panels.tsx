import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { FactsTable } from '../../../../platform/web/kit/record-list.tsx'
import type { DocumentRecord } from '../../admin-contract.ts'
import { recordQuery } from './library-queries.ts'

/** What was done with a document, and who opened it: from the audit trail. */
export function RecordPanels({ id }: { id: number }) {
  const t = useTranslations('library')
  const { data, error, refetch } = useQuery(recordQuery(id))
  if (error && !data)
    return <ErrorCard title={t('noRecord')} failure={error} onRetry={() => void refetch()} />
  return (
    <>
      <Panel
        title={t('readers')}
        note={data && t('readersNote', { count: data.readersTotal })}
        flush
        busy={!data}
      >
        {data?.readers.length === 0 ? (
          <EmptyState title={t('noReaders')} />
        ) : (
          <Readers readers={data?.readers ?? []} />
        )}
      </Panel>
      <Panel title={t('history')} flush busy={!data}>
        {data?.acts.length === 0 ? (
          <EmptyState title={t('noHistory')} />
        ) : (
          <History acts={data?.acts ?? []} />
        )}
      </Panel>
    </>
  )
}

function Readers({ readers }: { readers: DocumentRecord['readers'] }) {
  const t = useTranslations('library')
  const d = useTranslations('documents')
  const formats = useFormats()
  return (
    <FactsTable
      label={t('readers')}
      columns={[
        { title: t('person') },
        { title: t('company') },
        { title: d('versions') },
        { title: t('downloads'), figure: true },
        { title: t('lastAt') },
      ]}
      rows={readers.map(({ person, tenant, versions, downloads, at }, index) => ({
        key: `${at} ${index}`,
        cells: [
          person ?? t('somebody'),
          tenant ?? t('ownPeople'),
          versions.join(', '),
          downloads === 0 ? t('onlyOpened') : formats.count(downloads),
          formats.dateTime(at),
        ],
      }))}
    />
  )
}

function History({ acts }: { acts: DocumentRecord['acts'] }) {
  const t = useTranslations('library')
  const formats = useFormats()
  return (
    <FactsTable
      label={t('history')}
      columns={[{ title: t('when') }, { title: t('what') }, { title: t('person') }]}
      rows={acts.map(({ at, act, by, version, said, fields }, index) => ({
        key: `${at} ${index}`,
        cells: [
          formats.dateTime(at),
          [
            t(`acts.${act}`, { version: version ?? 0 }),
            said,
            fields.length > 0 &&
              fields.map((field) => (isField(field) ? t(`fields.${field}`) : field)).join(', '),
          ]
            .filter(Boolean)
            .join(' · '),
          by ?? t('somebody'),
        ],
      }))}
    />
  )
}

const FIELDS = [
  ...([
    'title',
    'number',
    'description',
    'shelves',
    'category',
    'type',
    'language',
    'status',
    'audience',
  ] as const),
  ...(['product_code', 'product_name', 'product_line', 'effective_on', 'expires_on'] as const),
  ...(['tenant_ids', 'order_source', 'order_key'] as const),
]
const isField = (field: string): field is (typeof FIELDS)[number] =>
  (FIELDS as readonly string[]).includes(field)
