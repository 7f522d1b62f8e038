import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { ClearFilters, FilterBar, SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ANNOUNCEMENT_STATES, type AnnouncementRow, type AnnouncementState } from '../contract.ts'
import { AnnouncementEditor } from './announcement-editor.tsx'
import { AnnouncementNotice } from './announcement-notice.tsx'
import { ANNOUNCEMENTS, announcementQuery, listQuery } from './announcements-queries.ts'
import type { AnnouncementsSearch } from './announcements-search.ts'

const TONES: Record<AnnouncementState, Tone> = {
  planned: 'info',
  shown: 'good',
  past: 'mute',
  withdrawn: 'bad',
}

/** What is announced to clients, was and will be (H1). */
export default function AnnouncementsPage() {
  const t = useTranslations('announcements')
  const queries = useQueryClient()
  const [search, change] = useUrlState<AnnouncementsSearch>()
  const columns = useColumns()
  const choice = useColumnChoice('announcements', columns)
  const list = useCursorList(listQuery(search))
  const { total, dimmed } = list
  const [opened, setOpened] = useState<number | 'new' | null>(null)
  const close = () => setOpened(null)
  const done = () => {
    close()
    void queries.invalidateQueries({ queryKey: ANNOUNCEMENTS })
  }
  const filtered = search.search !== undefined || search.state !== undefined
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={<Button onClick={() => setOpened('new')}>{t('new')}</Button>}
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
          any={t('any')}
          choices={ANNOUNCEMENT_STATES.map((state) => ({ value: state, label: t(`states.${state}`) }))}
          onChange={(state) => change({ state: state as AnnouncementsSearch['state'] })}
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
        rowTitle={({ title }) => title}
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
      {opened === 'new' && <NewOne onDone={done} onClose={close} />}
      {typeof opened === 'number' && <One id={opened} onDone={done} onClose={close} />}
    </>
  )
}

function useColumns(): readonly Column<AnnouncementRow>[] {
  const t = useTranslations('announcements')
  const formats = useFormats()
  const unsorted = { sortable: false }
  return [
    { id: 'title', title: t('subject'), cell: ({ title }) => title, fixed: true, ...unsorted },
    {
      id: 'state',
      title: t('state'),
      cell: ({ state }) => <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>,
      card: 'corner',
      ...unsorted,
    },
    { id: 'kind', title: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`), ...unsorted },
    {
      id: 'audience',
      title: t('audience'),
      cell: ({ tenants }) => (tenants === null ? t('toAll') : t('tenants', { count: tenants })),
      card: 'fact',
      ...unsorted,
    },
    {
      id: 'from',
      title: t('from'),
      cell: ({ startsAt }) => formats.dateTime(startsAt),
      card: 'fact',
      ...unsorted,
    },
    {
      id: 'until',
      title: t('until'),
      cell: ({ endsAt }) => (endsAt === null ? t('open') : formats.dateTime(endsAt)),
      card: 'fact',
      ...unsorted,
    },
  ]
}

type OneProps = { onDone: () => void; onClose: () => void }

const NewOne = (props: OneProps) => (
  <AnnouncementEditor announcement={null} language={useFormats().locale} {...props} />
)

/** The whole of one: to be changed, or, once it was withdrawn, to be read. */
function One({ id, onDone, onClose }: OneProps & { id: number }) {
  const t = useTranslations('announcements')
  const { locale: language } = useFormats()
  const { data, error, refetch } = useQuery({ ...announcementQuery(id), staleTime: 0 })
  if (data && data.state !== 'withdrawn')
    return (
      <AnnouncementEditor
        key={data.version}
        announcement={data}
        language={language}
        onDone={onDone}
        onClose={onClose}
      />
    )
  return (
    <Dialog opened title={t(data ? 'withdrawnTitle' : 'editTitle')} onClose={onClose}>
      {error && !data && <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />}
      {data?.texts.map((text) => (
        <AnnouncementNotice key={text.language} kind={data.kind} {...text} />
      ))}
    </Dialog>
  )
}
