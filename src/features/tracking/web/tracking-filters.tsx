import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { AddressFilters } from '../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { SortChip } from '../../../platform/web/kit/sort-chip.tsx'
import { SHIPMENT_GROUPS, SHIPMENT_SORTS, type ShipmentGroup, type ShipmentPage } from '../contract.ts'
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
    <AddressFilters
      note={isFiltered(filter) && total !== null && !dimmed && t('matching', { count: total })}
      names={{ group: t('columns.state'), sort: t('sort') }}
    >
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
      <SortChip
        label={t('sort')}
        sort={filter.sort}
        usual={DEFAULTS.sort}
        fields={SHIPMENT_SORTS.filter((field) => field !== 'tenantName')}
        name={(field, descending) => t(descending ? 'sortDown' : 'sortUp', { column: t(`columns.${field}`) })}
        onChange={(sort) => onChange({ sort })}
      />
      {isFiltered(filter) && (
        <ClearFilters onClear={() => onChange({ search: undefined, group: undefined, carrier: undefined })}>
          {t('clearFilters')}
        </ClearFilters>
      )}
    </AddressFilters>
  )
}
