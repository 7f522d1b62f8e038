import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { FilterBar, SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import type { Notice } from '../contract.ts'
import { noticesQuery } from './notices-queries.ts'
import type { NoticesSearch } from './notices-search.ts'
import { useNotices } from './use-notices.ts'

/** Everything that the asker was told in the last half year (B2). */
export default function NoticesPage() {
  const t = useTranslations('notices')
  const [search, change] = useUrlState<NoticesSearch>()
  const columns = useColumns()
  const choice = useColumnChoice('notices', columns)
  const list = useCursorList(noticesQuery(search))
  const { rows, total, dimmed } = list
  const { open, markAll } = useNotices()
  const [newest] = rows
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          newest &&
          rows.some(({ read }) => !read) && (
            <Button variant="default" onClick={() => void markAll(newest)}>
              {t('markAll')}
            </Button>
          )
        }
      />
      <FilterBar note={!dimmed && total !== null && t('count', { count: total })}>
        <SegmentChips
          label={t('show')}
          value={search.unread}
          any={t('any')}
          choices={[{ value: 'true', label: t('unread') }]}
          onChange={(unread) => change({ unread: unread as NoticesSearch['unread'] })}
        />
      </FilterBar>
      <DataTable
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowTitle={({ text }) => text}
        choice={choice}
        onOpen={open}
        {...tableOf(list, t('notLoaded'))}
        empty={
          <EmptyState
            title={t(search.unread ? 'noneUnread' : 'none')}
            hint={t(search.unread ? 'noneUnreadHint' : 'noneHint')}
          />
        }
      />
    </>
  )
}

function useColumns(): readonly Column<Notice>[] {
  const t = useTranslations('notices')
  const { dateTime } = useFormats()
  const { seesAllTenants } = useAccess()
  const unsorted = { sortable: false }
  return [
    {
      id: 'text',
      title: t('what'),
      cell: ({ text, read }) => (read ? text : <b>{text}</b>),
      fixed: true,
      ...unsorted,
    },
    {
      id: 'state',
      title: t('state'),
      cell: ({ read }) => <Badge tone={read ? 'mute' : 'info'}>{t(read ? 'read' : 'unread')}</Badge>,
      card: 'corner',
      ...unsorted,
    },
    { id: 'subject', title: t('subject'), cell: ({ subject }) => t(`subjects.${subject}`), ...unsorted },
    ...(seesAllTenants
      ? [{ id: 'tenant', title: t('client'), cell: ({ tenant }: Notice) => tenant?.name ?? '–', ...unsorted }]
      : []),
    { id: 'at', title: t('when'), cell: ({ at }) => dateTime(at), card: 'fact', ...unsorted },
  ]
}
