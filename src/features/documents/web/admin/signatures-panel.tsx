import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { FactsTable } from '../../../../platform/web/kit/record-list.tsx'
import { acknowledgementsQuery } from './library-queries.ts'

/** Of a legal document: which companies have signed the version that counts, and which have not (E6). */
export function SignaturesPanel({ id, version }: { id: number; version: number }) {
  const t = useTranslations('library')
  const legal = useTranslations('documents.legal')
  const formats = useFormats()
  const { data, error, refetch } = useQuery(acknowledgementsQuery(id))
  if (error && !data)
    return <ErrorCard title={t('noRecord')} failure={error} onRetry={() => void refetch()} />
  const { signing = 'agreement', signed = 0, total = 0, companies = [] } = data ?? {}
  return (
    <Panel
      title={t(`signatures.${signing}`, { version })}
      note={data && t('signaturesNote', { signed, total })}
      flush
      busy={!data}
    >
      {data && total === 0 ? (
        <EmptyState title={t('noCompanies')} />
      ) : (
        <FactsTable
          label={t(`signatures.${signing}`, { version })}
          columns={[
            { title: t('company') },
            { title: t('signatory') },
            { title: legal('meaning') },
            { title: t(`signedOn.${signing}`) },
          ]}
          rows={companies.map(({ tenantId, tenant, name, at, signing: confirmed, before }) => ({
            key: String(tenantId),
            cells: [
              tenant,
              name ??
                (before === null
                  ? t(`notSigned.${signing}`)
                  : t(`signedBefore.${signing}`, { version: before })),
              confirmed ? legal(`meanings.${confirmed}`) : '–',
              at ? formats.dateTime(at) : '–',
            ],
          }))}
        />
      )}
    </Panel>
  )
}
