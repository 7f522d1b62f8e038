import { useTranslations } from 'use-intl'
import { ChoiceChip, ClearFilters, FilterBar, SegmentChips } from '../../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../../platform/web/kit/search-field.tsx'
import type { SalesAnalytics } from '../../contract.ts'
import { CurrencyNote, CurrencySwitch } from '../currency-switch.tsx'
import { useFilterNote } from '../use-filter-note.ts'
import type { AnalyticsFilter } from './analytics-figure.ts'

type AnalyticsFiltersProps = {
  filter: AnalyticsFilter
  analytics: SalesAnalytics | undefined
  onChange: (patch: AnalyticsFilter) => void
}

const QUARTERS = [1, 2, 3, 4] as const
const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value))

/** Search, year and quarter; and the currency, where there is more than one. */
export function AnalyticsFilters({ filter, analytics, onChange }: AnalyticsFiltersProps) {
  const t = useTranslations('salesAnalytics')
  const tSales = useTranslations('sales')
  const nothing = analytics?.totals.lines === 0
  const filtered = filter.search !== undefined || filter.year !== undefined || filter.quarter !== undefined
  return (
    <FilterBar
      note={
        useFilterNote(filter.search, filtered && nothing) || (analytics && <CurrencyNote shown={analytics} />)
      }
    >
      <SearchField
        label={tSales('search')}
        placeholder={tSales('searchPlaceholder')}
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <ChoiceChip
        label={tSales('year')}
        any={tSales('anyYear')}
        value={filter.year?.toString()}
        choices={(analytics?.yearsAvailable ?? []).map((year) => ({
          value: String(year),
          label: String(year),
        }))}
        onChange={(year) => onChange({ year: numberOf(year) })}
      />
      <SegmentChips
        label={t('quarter')}
        any={t('allQuarters')}
        value={filter.quarter?.toString()}
        choices={QUARTERS.map((quarter) => ({ value: String(quarter), label: t(`quarters.q${quarter}`) }))}
        onChange={(quarter) => onChange({ quarter: numberOf(quarter) })}
      />
      {analytics && <CurrencySwitch shown={analytics} onChange={(currency) => onChange({ currency })} />}
      {filtered && (
        <ClearFilters onClear={() => onChange({ search: undefined, year: undefined, quarter: undefined })}>
          {tSales('clearFilters')}
        </ClearFilters>
      )}
    </FilterBar>
  )
}
