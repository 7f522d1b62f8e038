import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { AddressFilters } from '../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { SortChip } from '../../../platform/web/kit/sort-chip.tsx'
import { ORDER_SORTS } from '../contract.ts'
import type { OrderGroup } from '../domain/order-status.ts'
import { groupsShown } from './order-cards.tsx'
import { DEFAULTS, isFiltered, type OrdersFilter, type OrdersSearch } from './orders-search.ts'
import type { OrdersScreen } from './use-orders.ts'
import { useStatusName } from './use-status-name.ts'

type OrdersFiltersProps = {
  screen: OrdersScreen
  filter: OrdersFilter
  onChange: (patch: OrdersSearch) => void
}

/** Search, status and group; on a phone, where there are no headings, also the sort. */
export function OrdersFilters({ screen, filter, onChange }: OrdersFiltersProps) {
  const t = useTranslations('orders')
  const formats = useFormats()
  const statusName = useStatusName()
  const { first, total, dimmed } = screen
  const statuses = (first?.statuses ?? []).filter(({ status }) => status !== '')
  return (
    <AddressFilters
      note={isFiltered(filter) && total !== null && !dimmed && t('matching', { count: total })}
      names={{ status: t('status'), group: t('group'), sort: t('sort') }}
    >
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <ChoiceChip
        label={t('status')}
        any={t('anyStatus')}
        value={filter.status}
        choices={statuses.map(({ status, text, count }) => ({
          value: status,
          label: `${statusName(text ?? status)} (${formats.count(count)})`,
        }))}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceChip
        label={t('group')}
        any={t('anyGroup')}
        value={filter.group}
        choices={groupsShown(first?.counts, filter.group).map((group) => ({
          value: group,
          label: t(`groups.${group}.label`),
        }))}
        onChange={(group) => onChange({ group: group as OrderGroup | undefined })}
      />
      <SortChip
        label={t('sort')}
        sort={filter.sort}
        usual={DEFAULTS.sort}
        fields={ORDER_SORTS.filter((field) => field !== 'tenantName')}
        name={(field, descending) => t(descending ? 'sortDown' : 'sortUp', { column: t(`columns.${field}`) })}
        onChange={(sort) => onChange({ sort })}
      />
      {isFiltered(filter) && (
        <ClearFilters onClear={() => onChange({ search: undefined, status: undefined, group: undefined })}>
          {t('clearFilters')}
        </ClearFilters>
      )}
    </AddressFilters>
  )
}
