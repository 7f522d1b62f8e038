import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { AddressFilters } from '../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters, DayChip } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { INVOICE_STATES, type InvoicePage, type InvoiceState } from '../contract.ts'
import { type FinanceSearch, isFiltered, NO_FILTER } from './finance-search.ts'

type InvoiceFiltersProps = {
  search: FinanceSearch
  counts: InvoicePage['counts'] | undefined
  /** Null while it is not known. */
  total: number | null
  onChange: (patch: FinanceSearch) => void
}

/** Search, status and period. */
export function InvoiceFilters({ search, counts, total, onChange }: InvoiceFiltersProps) {
  const t = useTranslations('finance')
  const formats = useFormats()
  return (
    <AddressFilters
      note={isFiltered(search) && total !== null && t('matching', { count: total })}
      names={{ state: t('columns.state'), from: t('from'), to: t('to') }}
    >
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={search.search}
        onChange={(text) => onChange({ search: text })}
      />
      <ChoiceChip
        label={t('columns.state')}
        any={t('anyState')}
        value={search.state}
        choices={INVOICE_STATES.map((state) => ({
          value: state,
          label: counts ? `${t(`states.${state}`)} (${formats.count(counts[state])})` : t(`states.${state}`),
        }))}
        onChange={(state) => onChange({ state: state as InvoiceState | undefined })}
      />
      <DayChip
        label={t('from')}
        value={search.from}
        most={search.to}
        onChange={(from) => onChange({ from })}
      />
      <DayChip label={t('to')} value={search.to} least={search.from} onChange={(to) => onChange({ to })} />
      {isFiltered(search) && (
        <ClearFilters onClear={() => onChange(NO_FILTER)}>{t('clearFilters')}</ClearFilters>
      )}
    </AddressFilters>
  )
}
