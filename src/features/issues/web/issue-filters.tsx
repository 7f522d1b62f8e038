import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { AddressFilters } from '../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { SortChip } from '../../../platform/web/kit/sort-chip.tsx'
import { SORTS } from '../contract.ts'
import { ISSUE_TYPES, PRIORITIES } from '../domain/rules.ts'
import {
  DEFAULTS,
  DESKS,
  type IssuesFilter,
  type IssuesSearch,
  isFiltered,
  NO_FILTER,
  STATES,
} from './issues-search.ts'

type IssueFiltersProps = {
  filter: IssuesFilter
  total: number | null
  onChange: (patch: IssuesSearch) => void
}

/** Search, status, priority and type; for the staff also what their work is picked by. */
export function IssueFilters({ filter, total, onChange }: IssueFiltersProps) {
  const t = useTranslations('issues')
  const desk = can(useAccess(), { permission: 'issues.manage' })
  return (
    <AddressFilters
      note={isFiltered(filter) && total !== null && t('matching', { count: total })}
      names={{
        status: t('filters.status'),
        priority: t('filters.priority'),
        type: t('filters.type'),
        desk: t('filters.desk'),
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
        label={t('filters.status')}
        any={t('any')}
        value={filter.status}
        choices={STATES.map((value) => ({
          value,
          label: value === 'active' ? t('filters.active') : t(`statuses.${value}`),
        }))}
        onChange={(status) => onChange({ status: status as IssuesSearch['status'] })}
      />
      <ChoiceChip
        label={t('filters.priority')}
        any={t('any')}
        value={filter.priority}
        choices={PRIORITIES.map((value) => ({ value, label: t(`priorities.${value}`) }))}
        onChange={(priority) => onChange({ priority: priority as IssuesSearch['priority'] })}
      />
      <ChoiceChip
        label={t('filters.type')}
        any={t('any')}
        value={filter.type}
        choices={ISSUE_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        onChange={(type) => onChange({ type: type as IssuesSearch['type'] })}
      />
      {desk && (
        <ChoiceChip
          label={t('filters.desk')}
          any={t('any')}
          value={filter.desk}
          choices={DESKS.map((value) => ({ value, label: t(`filters.${value}`) }))}
          onChange={(value) => onChange({ desk: value as IssuesSearch['desk'] })}
        />
      )}
      <SortChip
        label={t('sort')}
        sort={filter.sort}
        usual={DEFAULTS.sort}
        fields={SORTS}
        name={(field, descending) => t(descending ? 'sortDown' : 'sortUp', { column: t(`columns.${field}`) })}
        onChange={(sort) => onChange({ sort })}
      />
      {isFiltered(filter) && <ClearFilters onClear={() => onChange(NO_FILTER)}>{t('clear')}</ClearFilters>}
    </AddressFilters>
  )
}
