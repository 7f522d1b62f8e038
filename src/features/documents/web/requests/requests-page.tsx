import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ChoiceChip, ClearFilters, FilterBar } from '../../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../../platform/web/table/column.ts'
import { useColumnChoice } from '../../../../platform/web/table/column-choice.ts'
import { DataTable } from '../../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../../platform/web/url/use-url-state.ts'
import { CompanyChip } from '../../../tenants/web/published.ts'
import type { DocumentRequest } from '../../request-contract.ts'
import { AskDialog } from './ask-dialog.tsx'
import { RequestState } from './request-state.tsx'
import { requestsQuery } from './requests-queries.ts'
import { isFiltered, NO_FILTER, type RequestsSearch, STATES } from './requests-search.ts'

/** What the manufacturer asks of a client; for those who ask, of every client that they look after (E8). */
export default function RequestsPage() {
  const t = useTranslations('documentRequests')
  const access = useAccess()
  const [search, change] = useUrlState<RequestsSearch>()
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const columns = useRequestColumns()
  const choice = useColumnChoice('document-requests', columns)
  const list = useCursorList(requestsQuery(search))
  const filtered = isFiltered(search)
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t(access.seesAllTenants ? 'subtitleStaff' : 'subtitle')}
        actions={
          can(access, { permission: 'documents.write' }) && (
            <Button onClick={() => setAsking(true)}>{t('ask')}</Button>
          )
        }
      />
      <RequestFilters search={search} total={list.dimmed ? null : list.total} onChange={change} />
      <DataTable
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowTitle={({ title }) => title}
        choice={choice}
        onOpen={({ id }) => void navigate({ to: '/document-requests/$id', params: { id: String(id) } })}
        {...tableOf(list, t('notLoaded'))}
        empty={
          <EmptyState
            title={t(filtered ? 'noneFound' : 'none')}
            hint={t(filtered ? 'noneFoundHint' : access.seesAllTenants ? 'noneHintStaff' : 'noneHint')}
          />
        }
      />
      {asking && <AskDialog onClose={() => setAsking(false)} />}
    </>
  )
}

type RequestFiltersProps = {
  search: RequestsSearch
  total: number | null
  onChange: (patch: RequestsSearch) => void
}

function RequestFilters({ search, total, onChange }: RequestFiltersProps) {
  const t = useTranslations('documentRequests')
  const { seesAllTenants } = useAccess()
  return (
    <FilterBar note={total !== null && t('count', { count: total })}>
      <SearchField
        label={t('search')}
        placeholder={t('search')}
        value={search.search}
        onChange={(text) => onChange({ search: text })}
      />
      <ChoiceChip
        label={t('state')}
        any={t('any')}
        value={search.state}
        choices={STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        onChange={(state) => onChange({ state: state as RequestsSearch['state'] })}
      />
      {seesAllTenants && (
        <CompanyChip
          label={t('company')}
          any={t('any')}
          value={search.company}
          onChange={(company) => onChange({ company })}
        />
      )}
      {isFiltered(search) && <ClearFilters onClear={() => onChange(NO_FILTER)}>{t('clear')}</ClearFilters>}
    </FilterBar>
  )
}

function useRequestColumns(): readonly Column<DocumentRequest>[] {
  const t = useTranslations('documentRequests')
  const { seesAllTenants } = useAccess()
  const formats = useFormats()
  const unsorted = { sortable: false }
  const company: Column<DocumentRequest> = {
    ...{
      id: 'company',
      title: t('company'),
      cell: ({ tenantName }) => tenantName,
      card: 'fact',
      ...unsorted,
    },
  }
  return [
    { id: 'title', title: t('document'), cell: ({ title }) => title, fixed: true, ...unsorted },
    ...(seesAllTenants ? [company] : []),
    {
      id: 'state',
      title: t('state'),
      cell: (request) => <RequestState request={request} />,
      card: 'corner',
      ...unsorted,
    },
    {
      id: 'dueOn',
      title: t('dueOn'),
      cell: ({ dueOn }) => (dueOn ? formats.date(dueOn) : '–'),
      card: 'fact',
      ...unsorted,
    },
    { id: 'asker', title: t('asker'), cell: ({ asker }) => asker, ...unsorted },
    { id: 'askedAt', title: t('askedAt'), cell: ({ askedAt }) => formats.dateTime(askedAt), ...unsorted },
    {
      id: 'changedAt',
      title: t('changedAt'),
      cell: ({ changedAt }) => formats.dateTime(changedAt),
      card: 'fact',
      ...unsorted,
    },
  ]
}
