import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { filterAndSort } from '../../../platform/web/table/client-side-list.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'

type Company = { id: number; name: string; allowed: boolean }

type CompaniesPanelProps = {
  /** Undefined: not there yet. */
  companies: readonly Company[] | undefined
  disabled: boolean
  onChange: (company: Company) => void
}

/** Which companies let somebody in by a code. */
export function CompaniesPanel({ companies, disabled, onChange }: CompaniesPanelProps) {
  const t = useTranslations('temporaryAccess')
  const records = useTranslations('ui.records')
  const language = useLocale()
  const address = useListAddress('companies', ['name', 'allowed'], 'name')
  const columns: readonly Column<Company>[] = [
    { id: 'name', title: t('company'), cell: ({ name }) => name, by: ({ name }) => name, fixed: true },
    {
      id: 'allowed',
      title: t('state'),
      cell: ({ allowed }) =>
        allowed ? <Badge tone="good">{t('isAllowed')}</Badge> : <Badge tone="mute">{t('isForbidden')}</Badge>,
      by: ({ allowed }) => Number(allowed),
      card: 'corner',
    },
  ]
  return (
    <RecordPanel
      {...address}
      name="temporary-access-companies"
      label={t('allowed')}
      note={t('allowedNote')}
      columns={columns}
      rows={filterAndSort(companies ?? [], columns, { ...address, language, words: ({ name }) => name })}
      loading={!companies}
      rowKey={({ id }) => id}
      rowTitle={({ name }) => name}
      actions={(company) => [
        { label: t(company.allowed ? 'forbid' : 'allow'), disabled, onSelect: () => onChange(company) },
      ]}
      empty={<EmptyState title={records('found', { count: 0 })} />}
    />
  )
}
