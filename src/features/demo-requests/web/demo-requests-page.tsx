import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ClearFilters, FilterBar, SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { DEMO_STATES, type DemoRequest } from '../contract.ts'
import { DemoRequestDialog } from './demo-request-dialog.tsx'
import { demoRequestsQuery } from './demo-requests-queries.ts'
import type { DemoRequestsSearch } from './demo-requests-search.ts'

/** Who asked to be shown the portal, and who was answered (F6). */
export default function DemoRequestsPage() {
  const t = useTranslations('demoRequests')
  const [search, change] = useUrlState<DemoRequestsSearch>()
  const columns = useColumns()
  const choice = useColumnChoice('demo-requests', columns)
  const list = useCursorList(demoRequestsQuery(search))
  const { rows, first, total, dimmed } = list
  const [opened, setOpened] = useState<number | null>(null)
  const one = rows.find(({ id }) => id === opened)
  const filtered = Object.values(search).some((value) => value !== undefined)
  const note = !dimmed && total !== null && t('count', { count: total, open: first?.open ?? 0 })
  return (
    <>
      <PageHead title={t('inboxTitle')} subtitle={t('inboxSubtitle')} />
      <FilterBar note={note}>
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={search.search}
          onChange={(text) => change({ search: text })}
        />
        <SegmentChips
          label={t('state')}
          value={search.state}
          any={t('any')}
          choices={DEMO_STATES.map((state) => ({ value: state, label: t(`states.${state}`) }))}
          onChange={(state) => change({ state: state as DemoRequestsSearch['state'] })}
        />
        {filtered && (
          <ClearFilters onClear={() => change({ search: undefined, state: undefined })}>
            {t('clear')}
          </ClearFilters>
        )}
      </FilterBar>
      <DataTable
        label={t('inboxTitle')}
        columns={columns}
        rowKey={({ id }) => id}
        rowTitle={({ name }) => name}
        choice={choice}
        onOpen={({ id }) => setOpened(id)}
        {...tableOf(list, t('notLoaded'))}
        empty={
          <EmptyState
            title={t(filtered ? 'noneFound' : 'none')}
            hint={t(filtered ? 'noneFoundHint' : 'noneHint')}
          />
        }
      />
      {one && <DemoRequestDialog key={one.id} request={one} onClose={() => setOpened(null)} />}
    </>
  )
}

function useColumns(): readonly Column<DemoRequest>[] {
  const t = useTranslations('demoRequests')
  const formats = useFormats()
  const unsorted = { sortable: false }
  return [
    { id: 'name', title: t('name'), cell: ({ name }) => name, fixed: true, ...unsorted },
    { id: 'company', title: t('company'), cell: ({ company }) => company, card: 'fact', ...unsorted },
    { id: 'email', title: t('email'), cell: ({ email }) => email, ...unsorted },
    { id: 'about', title: t('about'), cell: ({ about }) => about ?? '–', narrow: true, ...unsorted },
    { id: 'note', title: t('note'), cell: ({ note }) => note ?? '–', narrow: true, ...unsorted },
    {
      id: 'state',
      title: t('state'),
      cell: ({ answeredAt }) => (
        <Badge tone={answeredAt ? 'good' : 'info'}>{t(`states.${answeredAt ? 'answered' : 'open'}`)}</Badge>
      ),
      card: 'corner',
      ...unsorted,
    },
    {
      id: 'sentAt',
      title: t('sentAt'),
      cell: ({ sentAt }) => formats.dateTime(sentAt),
      card: 'fact',
      ...unsorted,
    },
  ]
}
