import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ChoiceChip, FilterBar, SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import type { SalesHistory } from '../contract.ts'
import type { HistoryFilter } from './figure.ts'

type HistoryFiltersProps = {
  filter: HistoryFilter
  history: SalesHistory | undefined
  onChange: (patch: HistoryFilter) => void
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value))

/** Search, year and month; and the currency, where there is more than one. */
export function HistoryFilters({ filter, history, onChange }: HistoryFiltersProps) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const years = history?.yearsAvailable ?? []
  const nothing = history?.totals.lines === 0
  const filtered = filter.search !== undefined || filter.year !== undefined || filter.month !== undefined
  return (
    <FilterBar
      note={filtered && nothing ? t('nothingMatches') : history && <CurrencyNote history={history} />}
    >
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
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
      {history && <CurrencySwitch history={history} onChange={(currency) => onChange({ currency })} />}
      {filtered && (
        <Button
          variant="subtle"
          onClick={(event) => {
            // The button goes away with the filters: the focus stays among them.
            event.currentTarget.closest('search')?.querySelector('input')?.focus()
            onChange({ search: undefined, year: undefined, month: undefined })
          }}
        >
          {t('clearFilters')}
        </Button>
      )}
    </FilterBar>
  )
}

type CurrencySwitchProps = { history: SalesHistory; onChange: (currency: string) => void }

function CurrencySwitch({ history, onChange }: CurrencySwitchProps) {
  const t = useTranslations('sales')
  if (history.currency === null || history.otherCurrencies.length === 0) return null
  const [first = '', ...others] = [history.currency, ...history.otherCurrencies].sort()
  return (
    <SegmentChips
      label={t('currency')}
      any={first}
      value={history.currency === first ? undefined : history.currency}
      choices={others.map((currency) => ({ value: currency, label: currency }))}
      onChange={(currency) => onChange(currency ?? first)}
    />
  )
}

/** A figure in one currency leaves the sales in the others out: that is said (D2). */
function CurrencyNote({ history }: { history: SalesHistory }) {
  const t = useTranslations('sales')
  const formats = useFormats()
  if (history.currency === null || history.otherCurrencies.length === 0) return null
  return t('currencyNote', { currency: history.currency, others: formats.list(history.otherCurrencies) })
}
