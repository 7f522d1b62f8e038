import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { AddressFilters } from '../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters, DayChip } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { SortChip } from '../../../platform/web/kit/sort-chip.tsx'
import { CompanyChip } from '../../tenants/web/published.ts'
import { ORDER_STATES, PERIODS, PO_SORTS, type PoPage } from '../contract.ts'
import { STATES, type State } from '../domain/transitions.ts'
import { DEFAULTS, isFiltered, NO_FILTER, type PoQuery, type PoSearch } from './po-search.ts'

type PoFiltersProps = {
  filter: PoQuery
  /** More Filters: days of one's own, and what waits for the reader. */
  more: boolean
  counts: PoPage['states'] | undefined
  total: number | null
  onChange: (patch: PoSearch) => void
}

export function PoFilters({ filter, more, counts, total, onChange }: PoFiltersProps) {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const { seesAllTenants } = useAccess()
  return (
    <AddressFilters
      note={isFiltered(filter) && total !== null && t('matching', { count: total })}
      names={{
        period: t('period'),
        state: t('columns.status'),
        tenant: t('columns.tenantName'),
        waiting: t('waiting'),
        order: t('facts.order'),
        from: t('from'),
        to: t('to'),
        sort: t('sort'),
      }}
    >
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <ChoiceChip
        label={t('period')}
        any={t('all')}
        value={filter.period}
        choices={PERIODS.map((period) => ({ value: period, label: t(`periods.${period}`) }))}
        onChange={(period) => onChange({ period: period as PoSearch['period'] })}
      />
      <ChoiceChip
        label={t('columns.status')}
        any={t('all')}
        value={filter.state}
        choices={STATES.map((state) => ({
          value: state,
          label: counts
            ? `${t(`statuses.${state}`)} (${formats.count(counts[state])})`
            : t(`statuses.${state}`),
        }))}
        onChange={(state) => onChange({ state: state as State | undefined, status: undefined })}
      />
      {more && (
        <>
          {seesAllTenants && (
            <CompanyChip
              label={t('columns.tenantName')}
              any={t('all')}
              value={filter.tenant}
              onChange={(tenant) => onChange({ tenant })}
            />
          )}
          <ChoiceChip
            label={t('waiting')}
            any={t('all')}
            value={filter.waiting}
            choices={[{ value: 'true', label: t('waitingForMe') }]}
            onChange={(waiting) => onChange({ waiting: waiting as 'true' | undefined })}
          />
          <ChoiceChip
            label={t('facts.order')}
            any={t('all')}
            value={filter.order}
            choices={ORDER_STATES.map((state) => ({ value: state, label: t(`orderStates.${state}`) }))}
            onChange={(order) => onChange({ order: order as PoSearch['order'] })}
          />
          <DayChip
            label={t('from')}
            value={filter.from}
            most={filter.to}
            onChange={(from) => onChange({ from })}
          />
          <DayChip
            label={t('to')}
            value={filter.to}
            least={filter.from}
            onChange={(to) => onChange({ to })}
          />
        </>
      )}
      <SortChip
        label={t('sort')}
        sort={filter.sort}
        usual={DEFAULTS.sort}
        fields={PO_SORTS.filter((field) => field !== 'tenantName')}
        name={(field, descending) => t(descending ? 'sortDown' : 'sortUp', { column: t(`columns.${field}`) })}
        onChange={(sort) => onChange({ sort })}
      />
      {isFiltered(filter) && (
        <ClearFilters onClear={() => onChange(NO_FILTER)}>{t('clearFilters')}</ClearFilters>
      )}
    </AddressFilters>
  )
}
