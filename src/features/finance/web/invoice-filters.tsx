import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { AddressFilters } from '../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters, DayChip } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { ASKED_STATES, type AskedState, type InvoicePage, OWED_PARTS, type OwedPart } from '../contract.ts'
import { statesOf } from '../domain/states-asked.ts'
import { type FinanceSearch, isFiltered, NO_FILTER } from './finance-search.ts'

type InvoiceFiltersProps = {
  search: FinanceSearch
  counts: InvoicePage['counts'] | undefined
  /** Over every row of the filter. */
  sums: InvoicePage['sums'] | undefined
  /** Null while it is not known. */
  total: number | null
  onChange: (patch: FinanceSearch) => void
}

const isAge = (part: OwedPart): part is 'under30' | 'under60' | 'over60' =>
  part === 'under30' || part === 'under60' || part === 'over60'

/** Search, status, due date and period, with the sums of what they select. */
export function InvoiceFilters({ search, counts, sums, total, onChange }: InvoiceFiltersProps) {
  const t = useTranslations('finance')
  const formats = useFormats()
  const sumsOf = ({
    currency,
    total,
    balance,
    upcoming,
    upcomingInvoices,
  }: NonNullable<InvoicePage['sums']>[number]) => [
    ...(isUpcoming
      ? []
      : [
          t('sum', {
            currency,
            total: formats.money(total, currency),
            balance: formats.money(balance, currency),
          }),
        ]),
    ...(upcomingInvoices > 0
      ? [t('upcomingSum', { currency, count: upcomingInvoices, amount: formats.money(upcoming, currency) })]
      : []),
  ]
  const isUpcoming = search.state === 'upcoming'
  return (
    <AddressFilters
      note={total !== null && [t('matching', { count: total }), ...(sums ?? []).flatMap(sumsOf)].join(' · ')}
      names={{ state: t('columns.state'), part: t('part'), from: t('from'), to: t('to') }}
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
        choices={ASKED_STATES.map((state) => ({
          value: state,
          label: counts
            ? `${t(`states.${state}`)} (${formats.count(statesOf(state).reduce((sum, one) => sum + counts[one], 0))})`
            : t(`states.${state}`),
        }))}
        onChange={(state) => onChange({ state: state as AskedState | undefined })}
      />
      <ChoiceChip
        label={t('part')}
        any={t('anyPart')}
        value={search.part}
        choices={OWED_PARTS.map((part) => ({
          value: part,
          label: isAge(part) ? t('cards.age', { part }) : t(`owed.${part}`),
        }))}
        onChange={(part) => onChange({ part: part as OwedPart | undefined })}
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
