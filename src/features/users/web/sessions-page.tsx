import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ClearFilters, FilterBar } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ExportMenu } from '../../exports/web/published.ts'
import { useDeviceName } from '../../session/web/published.ts'
import type { AnySession } from '../contract.ts'
import type { SessionsSearch } from './sessions-search.ts'
import { useAttempt } from './user/use-attempt.ts'
import css from './users.module.css'
import { sessionsQuery, USERS, usersApi } from './users-queries.ts'

/** Where everybody is signed in, and the way to end it (H1). */
export default function SessionsPage() {
  const t = useTranslations('sessionsPage')
  const users = useTranslations('users')
  const [search, change] = useUrlState<SessionsSearch>()
  const columns = useSessionColumns()
  const choice = useColumnChoice('sessions', columns)
  const list = useCursorList(sessionsQuery(search))
  const [opened, setOpened] = useState<AnySession | null>(null)
  const { total, dimmed } = list
  const filtered = search.search !== undefined
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
                  kind: 'sessions',
                  filter: search,
                  rows: dimmed ? null : total,
                  title: t('count', { count: total ?? 0 }),
                },
              ]}
            />
            <ColumnChooser choice={choice} />
          </>
        }
      />
      <FilterBar note={!dimmed && total !== null && t('count', { count: total })}>
        <SearchField
          label={users('search')}
          placeholder={t('searchPlaceholder')}
          value={search.search}
          onChange={(text) => change({ search: text })}
        />
        {filtered && (
          <ClearFilters onClear={() => change({ search: undefined })}>{users('clear')}</ClearFilters>
        )}
      </FilterBar>
      <DataTable
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowTitle={({ name }) => name}
        choice={choice}
        sort={search.sort ?? '-lastUsed'}
        onSort={(sort) => change({ sort: sort as SessionsSearch['sort'] })}
        onOpen={setOpened}
        {...tableOf(list, users('notLoaded'))}
        empty={<EmptyState title={t('noneFound')} {...(filtered && { hint: users('noneFoundHint') })} />}
      />
      {opened && <OneSession session={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function useSessionColumns(): readonly Column<AnySession>[] {
  const t = useTranslations('sessionsPage')
  const security = useTranslations('security')
  const formats = useFormats()
  const device = useDeviceName()
  return [
    {
      id: 'name',
      title: t('columns.name'),
      cell: ({ name, temporary, isCurrent }) => (
        <>
          {name} {temporary && <Badge tone="warn">{t('temporary')}</Badge>}
          {isCurrent && <Badge tone="info">{security('thisOne')}</Badge>}
        </>
      ),
      fixed: true,
    },
    {
      id: 'email',
      title: t('columns.email'),
      cell: ({ email }) => email,
      card: 'fact',
      narrow: true,
    },
    { id: 'device', title: t('columns.device'), cell: device, sortable: false, card: 'fact' },
    {
      id: 'address',
      title: t('columns.address'),
      cell: ({ address }) => address ?? DASH,
    },
    {
      id: 'lastUsed',
      title: t('columns.lastUsed'),
      cell: ({ lastUsed }) => formats.dateTime(lastUsed),
      card: 'fact',
    },
    {
      id: 'since',
      title: t('columns.since'),
      cell: ({ since }) => formats.dateTime(since),
    },
  ]
}

/** One session: whose, where and since when; the way to its person, and to its end. */
function OneSession({ session, onClose }: { session: AnySession; onClose: () => void }) {
  const t = useTranslations('sessionsPage')
  const security = useTranslations('security')
  const columns = useSessionColumns()
  const queries = useQueryClient()
  const { busy, attempt } = useAttempt(() => queries.invalidateQueries({ queryKey: USERS }))
  const { id, userId, name, temporary, isCurrent } = session
  return (
    <Dialog
      opened
      title={t('one', { name })}
      onClose={onClose}
      actions={
        <>
          {!temporary && (
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/admin/users/$userId" params={{ userId }} {...props} />}
            >
              {t('person')}
            </Button>
          )}
          {!isCurrent && (
            <Button
              color="red"
              loading={busy}
              onClick={() =>
                void attempt(() => usersApi.endSessions({ userId, sessionId: id }), security('ended')).then(
                  onClose,
                )
              }
            >
              {security('end')}
            </Button>
          )}
        </>
      }
    >
      <dl className={css.facts}>
        {columns.map(({ id: fact, title, cell }) => (
          <Fragment key={fact}>
            <dt>{title}</dt>
            <dd>{cell(session)}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
