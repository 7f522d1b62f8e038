import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ChoiceChip, ClearFilters, FilterBar } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { parseSort } from '../../../platform/web/url/url-state.ts'
import {
  SHIPMENT_GROUPS,
  SHIPMENT_SORTS,
  type ShipmentGroup,
  type ShipmentPage,
  type ShipmentSort,
} from '../contract.ts'
import css from './tracking.module.css'
import { DEFAULTS, isFiltered, type TrackingFilter, type TrackingSearch } from './tracking-search.ts'

type TrackingFiltersProps = {
  first: ShipmentPage | undefined
  total: number | null
  dimmed: boolean
  filter: TrackingFilter
  onChange: (patch: TrackingSearch) => void
}

/** Search, state and carrier; on a phone, where there are no headings, also the sort. */
export function TrackingFilters({ first, total, dimmed, filter, onChange }: TrackingFiltersProps) {
  const t = useTranslations('tracking')
  const formats = useFormats()
  return (
    <FilterBar note={isFiltered(filter) && total !== null && !dimmed && t('matching', { count: total })}>
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <ChoiceChip
        label={t('columns.state')}
        any={t('any')}
        value={filter.group}
        choices={SHIPMENT_GROUPS.map((group) => ({ value: group, label: t(`groups.${group}`) }))}
        onChange={(group) => onChange({ group: group as ShipmentGroup | undefined })}
      />
      <ChoiceChip
        label={t('columns.carrier')}
        any={t('any')}
        value={filter.carrier}
        choices={(first?.carriers ?? []).map(({ carrier, count }) => ({
          value: carrier,
          label: `${carrier} (${formats.count(count)})`,
        }))}
        onChange={(carrier) => onChange({ carrier })}
      />
      <span className={css.phoneOnly}>
        <SortChip sort={filter.sort} onChange={(sort) => onChange({ sort })} />
      </span>
      {isFiltered(filter) && (
        <ClearFilters onClear={() => onChange({ search: undefined, group: undefined, carrier: undefined })}>
          {t('clearFilters')}
        </ClearFilters>
      )}
    </FilterBar>
  )
}

type SortChipProps = { sort: TrackingFilter['sort']; onChange: (sort: TrackingSearch['sort']) => void }

function SortChip({ sort, onChange }: SortChipProps) {
  const t = useTranslations('tracking')
  const name = (one: TrackingFilter['sort']) => {
    const { field, descending } = parseSort(one) as { field: ShipmentSort; descending: boolean }
    return t(descending ? 'sortDown' : 'sortUp', { column: t(`columns.${field}`) })
  }
  const choices = SHIPMENT_SORTS.filter((field) => field !== 'tenantName')
    .flatMap((field) => [field, `-${field}`] as const)
    .filter((one) => one !== DEFAULTS.sort)
    .map((one) => ({ value: one, label: name(one) }))
  return (
    <ChoiceChip
      label={t('sort')}
      any={name(DEFAULTS.sort)}
      value={sort === DEFAULTS.sort ? undefined : sort}
      choices={choices}
      onChange={(one) => onChange(one as TrackingSearch['sort'])}
    />
  )
}
