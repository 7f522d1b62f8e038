import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ChoiceChip, FilterBar } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import type { OrderPage } from '../contract.ts'
import type { OrdersSearch } from './orders-search.ts'
import { useStatusName } from './use-status-name.ts'

type OrdersFiltersProps = {
  filter: OrdersSearch
  statuses: OrderPage['statuses'] | undefined
  total: number | null
  onChange: (patch: OrdersSearch) => void
}

/** Search and status; the group is chosen by the cards above. */
export function OrdersFilters({ filter, statuses, total, onChange }: OrdersFiltersProps) {
  const t = useTranslations('orders')
  const formats = useFormats()
  const statusName = useStatusName()
  const filtered = filter.search !== undefined || filter.status !== undefined || filter.group !== undefined
  const choices = (statuses ?? [])
    .filter(({ status }) => status !== '')
    .map(({ status, count }) => ({ value: status, label: `${statusName(status)} (${formats.count(count)})` }))
  return (
    <FilterBar note={filtered && total !== null ? t('matching', { count: total }) : null}>
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
        choices={choices}
        onChange={(status) => onChange({ status })}
      />
      {filtered && (
        <Button
          variant="subtle"
          onClick={(event) => {
            // The button goes away with the filters: the focus stays among them.
            event.currentTarget.closest('search')?.querySelector('input')?.focus()
            onChange({ search: undefined, status: undefined, group: undefined })
          }}
        >
          {t('clearFilters')}
        </Button>
      )}
    </FilterBar>
  )
}
