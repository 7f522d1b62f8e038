import { useTranslations } from 'use-intl'
import { AddressFilters } from '../../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters } from '../../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../../platform/web/kit/search-field.tsx'
import { CompanyChip } from '../../../tenants/web/published.ts'
import { SHELVES, TYPES } from '../../domain/vocabulary.ts'
import { isFiltered, type LibrarySearch, NO_FILTER, STATES } from './library-search.ts'

type LibraryFiltersProps = {
  search: LibrarySearch
  total: number | null
  onChange: (patch: LibrarySearch) => void
}

export function LibraryFilters({ search, total, onChange }: LibraryFiltersProps) {
  const t = useTranslations('library')
  const d = useTranslations('documents')
  return (
    <AddressFilters
      note={total !== null && d('count', { count: total })}
      names={{
        status: d('status'),
        type: d('type'),
        shelf: t('shelves'),
        audience: t('audience'),
        expiry: d('expiresOn'),
        company: t('company'),
      }}
    >
      <SearchField
        label={d('search')}
        placeholder={d('search')}
        value={search.search}
        onChange={(text) => onChange({ search: text })}
      />
      <ChoiceChip
        label={d('status')}
        any={t('any')}
        value={search.status}
        choices={STATES.map((value) => ({
          value,
          label: value === 'to-release' ? t('waitsForRelease') : d(`statuses.${value}`),
        }))}
        onChange={(status) => onChange({ status: status as LibrarySearch['status'] })}
      />
      <ChoiceChip
        label={d('type')}
        any={t('any')}
        value={search.type}
        choices={TYPES.map((value) => ({ value, label: d(`types.${value}`) }))}
        onChange={(type) => onChange({ type: type as LibrarySearch['type'] })}
      />
      <ChoiceChip
        label={t('shelves')}
        any={t('any')}
        value={search.shelf}
        choices={SHELVES.map((value) => ({ value, label: t(`shelf.${value}`) }))}
        onChange={(shelf) => onChange({ shelf: shelf as LibrarySearch['shelf'] })}
      />
      <ChoiceChip
        label={t('audience')}
        any={t('any')}
        value={search.audience}
        choices={(['all', 'tenants', 'order'] as const).map((value) => ({
          value,
          label: t(`audiences.${value}`),
        }))}
        onChange={(audience) => onChange({ audience: audience as LibrarySearch['audience'] })}
      />
      <ChoiceChip
        label={d('expiresOn')}
        any={t('any')}
        value={search.expiry}
        choices={(['expired', '7', '30', '60'] as const).map((value) => ({
          value,
          label: value === 'expired' ? d('statuses.expired') : t('within', { days: Number(value) }),
        }))}
        onChange={(expiry) => onChange({ expiry: expiry as LibrarySearch['expiry'] })}
      />
      <CompanyChip
        label={t('company')}
        any={t('any')}
        value={search.company}
        onChange={(company) => onChange({ company })}
      />
      {isFiltered(search) && <ClearFilters onClear={() => onChange(NO_FILTER)}>{d('clear')}</ClearFilters>}
    </AddressFilters>
  )
}
