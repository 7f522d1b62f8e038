import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { AddressFilters } from '../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters, DayChip } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { CompanyChip } from '../../tenants/web/published.ts'
import { AUDIT_ACTIONS } from '../domain/actions.ts'
import { type AuditSearch, isFiltered, NO_FILTER } from './audit-search.ts'
import { useAuditNames } from './use-audit-names.ts'

type AuditFiltersProps = {
  search: AuditSearch
  /** How many entries there are; null while it is not known. */
  total: number | null
  onChange: (patch: AuditSearch) => void
}

export function AuditFilters({ search, total, onChange }: AuditFiltersProps) {
  const t = useTranslations('audit')
  const names = useAuditNames()
  const { seesAllTenants } = useAccess()
  const actions = AUDIT_ACTIONS.map((action) => ({ value: action, label: names.action(action) }))
  return (
    <AddressFilters
      note={total !== null && t('rows', { count: total })}
      names={{ company: t('company'), from: t('from'), to: t('to') }}
    >
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={search.search}
        onChange={(text) => onChange({ search: text })}
      />
      <ChoiceChip
        label={t('action')}
        any={t('anyAction')}
        value={search.action}
        choices={actions.toSorted((a, b) => a.label.localeCompare(b.label))}
        onChange={(action) => onChange({ action })}
      />
      {seesAllTenants && (
        <CompanyChip
          label={t('company')}
          any={t('anyCompany')}
          value={search.company}
          first={[{ value: '0', label: t('installation') }]}
          onChange={(company) => onChange({ company })}
        />
      )}
      <DayChip
        label={t('from')}
        value={search.from}
        most={search.to}
        onChange={(from) => onChange({ from })}
      />
      <DayChip label={t('to')} value={search.to} least={search.from} onChange={(to) => onChange({ to })} />
      {isFiltered(search) && <ClearFilters onClear={() => onChange(NO_FILTER)}>{t('clear')}</ClearFilters>}
    </AddressFilters>
  )
}
