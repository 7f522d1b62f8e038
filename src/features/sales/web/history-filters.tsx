import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { AddressFilters } from '../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { CurrencyNote, CurrencySwitch, isUnsold } from './currency-switch.tsx'
import type { HistoryFilter } from './figure.ts'
import { useFilterNote } from './use-filter-note.ts'

type ShownSales = {
  currency: string | null
  otherCurrencies: string[]
  yearsAvailable: number[]
  totals: { lines: number }
}

type HistoryFiltersProps = {
  filter: HistoryFilter
  /** What the screen shows; not given: still loading. */
  shown: ShownSales | undefined
  placeholder: string
  onChange: (patch: HistoryFilter) => void
}

const NO_FILTER = { search: undefined, year: undefined, month: undefined }
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value))

/** Search, year and month; and the currency, where there is more than one. */
export function HistoryFilters({ filter, shown, placeholder, onChange }: HistoryFiltersProps) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const years = shown?.yearsAvailable ?? []
  const unsold = isUnsold(shown, filter.currency)
  const nothing = shown?.totals.lines === 0 && !unsold
  const filtered = filter.search !== undefined || filter.year !== undefined || filter.month !== undefined
  const currency = { asked: filter.currency }
  return (
    <AddressFilters
      note={
        useFilterNote(filter.search, filtered && nothing) ||
        (shown && <CurrencyNote shown={shown} {...currency} />)
      }
      names={{ year: t('year'), month: t('month'), currency: t('currency') }}
    >
      <SearchField
        label={t('search')}
        placeholder={placeholder}
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <ChoiceChip
        label={t('year')}
        any={t('anyYear')}
        value={filter.year?.toString()}
        choices={years.map((year) => ({ value: String(year), label: String(year) }))}
        onChange={(year) => onChange({ year: numberOf(year) })}
      />
      <ChoiceChip
        label={t('month')}
        any={t('anyMonth')}
        value={filter.month?.toString()}
        choices={MONTHS.map((month) => ({ value: String(month), label: formats.month(month, 'long') }))}
        onChange={(month) => onChange({ month: numberOf(month) })}
      />
      {shown && (
        <CurrencySwitch shown={shown} {...currency} onChange={(chosen) => onChange({ currency: chosen })} />
      )}
      {(filtered || unsold) && (
        <ClearFilters onClear={() => onChange({ ...NO_FILTER, ...(unsold && { currency: undefined }) })}>
          {t('clearFilters')}
        </ClearFilters>
      )}
    </AddressFilters>
  )
}
