import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ExportMenu } from '../../exports/web/published.ts'
import { InviteUsersDialog } from './invite-users-dialog.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { useUsersColumns } from './use-users-columns.tsx'
import { UsersFilters } from './users-filters.tsx'
import { USERS, usersQuery } from './users-queries.ts'
import { filterOf, isFiltered, type UsersSearch } from './users-search.ts'

/** Everybody who has an account in this portal, and who is invited. */
export default function UsersPage() {
  const t = useTranslations('users')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [search, change] = useUrlState<UsersSearch>()
  const [inviting, setInviting] = useState(false)
  const columns = useUsersColumns()
  const choice = useColumnChoice('users', columns)
  const list = useCursorList(usersQuery(search))
  const { total, dimmed } = list
  const filtered = isFiltered(search)
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
                  kind: 'users',
                  filter: filterOf(search),
                  rows: dimmed ? null : total,
                  title: t('people', { count: total ?? 0 }),
                },
              ]}
            />
            <ColumnChooser choice={choice} />
            <Button onClick={() => setInviting(true)}>{t('invite')}</Button>
          </>
        }
      />
      <UsersFilters search={search} total={dimmed ? null : total} onChange={change} />
      <DataTable
        label={t('title')}
        columns={columns}
        rowKey={({ userId }) => userId}
        rowTitle={({ name }) => name}
        choice={choice}
        sort={search.sort ?? 'name'}
        onSort={(sort) => change({ sort: sort as UsersSearch['sort'] })}
        onOpen={({ userId }) => void navigate({ to: '/admin/users/$userId', params: { userId } } as never)}
        {...tableOf(list, t('notLoaded'))}
        empty={<EmptyState title={t('noneFound')} {...(filtered && { hint: t('noneFoundHint') })} />}
      />
      <OpenInvitations />
      {inviting && (
        <InviteUsersDialog
          onInvited={() => {
            setInviting(false)
            void queries.invalidateQueries({ queryKey: USERS })
          }}
          onClose={() => setInviting(false)}
        />
      )}
    </>
  )
}
