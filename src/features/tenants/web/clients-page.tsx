import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ClearFilters, FilterBar, SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ExportMenu } from '../../exports/web/published.ts'
import { clientsQuery } from './clients-queries.ts'
import { BY_NAME, type ClientsSearch, type SortText } from './clients-search.ts'
import { NewClientDialog } from './new-client-dialog.tsx'
import { useClientColumns } from './use-client-columns.tsx'

/** Every client of the manufacturer (H1): what there is of each, and the way to its page. */
export default function ClientsPage() {
  const t = useTranslations('clients')
  const navigate = useNavigate()
  const [search, change] = useUrlState<ClientsSearch>(BY_NAME)
  const columns = useClientColumns()
  const choice = useColumnChoice('clients', columns)
  const list = useCursorList(clientsQuery(search))
  const { total, dimmed } = list
  const [making, setMaking] = useState(false)
  const open = (id: number) => void navigate({ to: '/admin/tenants/$id', params: { id: String(id) } })
  const filtered = search.search !== undefined || search.state !== undefined
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <ExportMenu
              offers={[
                {
                  kind: 'clients',
                  filter: search,
                  rows: dimmed ? null : total,
                  title: t('count', { count: total ?? 0 }),
                },
              ]}
            />
            <ColumnChooser choice={choice} />
            <Button onClick={() => setMaking(true)}>{t('new')}</Button>
          </>
        }
      />
      <FilterBar note={!dimmed && total !== null && t('count', { count: total })}>
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={search.search}
          onChange={(text) => change({ search: text })}
        />
        <SegmentChips
          label={t('state')}
          value={search.state}
          any={t('states.any')}
          choices={(['active', 'suspended'] as const).map((state) => ({
            value: state,
            label: t(`states.${state}`),
          }))}
          onChange={(state) => change({ state: state as ClientsSearch['state'] })}
        />
        {filtered && (
          <ClearFilters onClear={() => change({ search: undefined, state: undefined })}>
            {t('clear')}
          </ClearFilters>
        )}
      </FilterBar>
      <DataTable
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowTitle={({ name }) => name}
        choice={choice}
        sort={search.sort ?? 'name'}
        onSort={(sort) => change({ sort: sort as SortText })}
        onOpen={({ id }) => open(id)}
        {...tableOf(list, t('notLoaded'))}
        empty={
          <EmptyState
            title={t(filtered ? 'noneFound' : 'none')}
            hint={t(filtered ? 'noneFoundHint' : 'noneHint')}
          />
        }
      />
      {making && <NewClientDialog onMade={open} onClose={() => setMaking(false)} />}
    </>
  )
}
