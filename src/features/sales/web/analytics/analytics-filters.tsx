import { useTranslations } from 'use-intl'
import { AddressFilters } from '../../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters, SegmentChips } from '../../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../../platform/web/kit/search-field.tsx'
import type { SalesAnalytics } from '../../contract.ts'
import { CurrencyNote, CurrencySwitch, isUnsold } from '../currency-switch.tsx'
import { useFilterNote } from '../use-filter-note.ts'
import type { AnalyticsFilter } from './analytics-figure.ts'

type AnalyticsFiltersProps = {
  filter: AnalyticsFilter
  analytics: SalesAnalytics | undefined
  onChange: (patch: AnalyticsFilter) => void
}

const NO_FILTER = { search: undefined, year: undefined, quarter: undefined }
const QUARTERS = [1, 2, 3, 4] as const
const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value))

/** Search, year and quarter; and the currency, where there is more than one. */
export function AnalyticsFilters({ filter, analytics, onChange }: AnalyticsFiltersProps) {
  const t = useTranslations('salesAnalytics')
  const tSales = useTranslations('sales')
  const unsold = isUnsold(analytics, filter.currency)
  const nothing = analytics?.totals.lines === 0 && !unsold
  const filtered = filter.search !== undefined || filter.year !== undefined || filter.quarter !== undefined
  const currency = { asked: filter.currency }
  return (
    <AddressFilters
      note={
        useFilterNote(filter.search, filtered && nothing) ||
        (analytics && <CurrencyNote shown={analytics} {...currency} />)
      }
      names={{
        year: tSales('year'),
        quarter: t('quarter'),
        currency: tSales('currency'),
        from: t('compare.from'),
        to: t('compare.to'),
        againstFrom: t('compare.againstFrom'),
        againstTo: t('compare.againstTo'),
      }}
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
      {analytics && (
        <CurrencySwitch
          shown={analytics}
          {...currency}
          onChange={(chosen) => onChange({ currency: chosen })}
        />
      )}
      {(filtered || unsold) && (
        <ClearFilters onClear={() => onChange({ ...NO_FILTER, ...(unsold && { currency: undefined }) })}>
          {tSales('clearFilters')}
        </ClearFilters>
      )}
    </AddressFilters>
  )
}
