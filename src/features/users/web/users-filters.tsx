import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { AddressFilters } from '../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useRoleNames } from '../../members/web/published.ts'
import { CompanyChip } from '../../tenants/web/published.ts'
import { rolesQuery } from './users-queries.ts'
import { isFiltered, NO_FILTER, type UsersSearch } from './users-search.ts'

type UsersFiltersProps = {
  search: UsersSearch
  /** How many people there are; null while it is not known. */
  total: number | null
  onChange: (patch: UsersSearch) => void
}

export function UsersFilters({ search, total, onChange }: UsersFiltersProps) {
  const t = useTranslations('users')
  const roleName = useRoleNames()
  const { data: roles } = useQuery(rolesQuery)
  const keys = ['global_admin', ...(roles?.staff ?? []), ...(roles?.tenant ?? [])]
  return (
    <AddressFilters
      note={total !== null && t('people', { count: total })}
      names={{ state: t('columns.state'), company: t('company') }}
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
        choices={(['active', 'deactivated'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(state) => onChange({ state: state as UsersSearch['state'] })}
      />
      <ChoiceChip
        label={t('role')}
        any={t('anyRole')}
        value={search.role}
        choices={keys.map((value) => ({ value, label: roleName(value) }))}
        onChange={(role) => onChange({ role })}
      />
      <CompanyChip
        label={t('company')}
        any={t('anyCompany')}
        value={search.company}
        onChange={(company) => onChange({ company })}
      />
      {isFiltered(search) && <ClearFilters onClear={() => onChange(NO_FILTER)}>{t('clear')}</ClearFilters>}
    </AddressFilters>
  )
}
