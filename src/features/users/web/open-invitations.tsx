import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useInvitationColumns, useRoleNames } from '../../members/web/published.ts'
import type { OpenInvitation } from '../contract.ts'
import css from './users.module.css'
import { invitationsQuery, USERS, useInvitedAddress, usersApi } from './users-queries.ts'

/** Who is invited and has not come yet; nothing is shown where nobody is. */
export function OpenInvitations() {
  const t = useTranslations('users')
  const members = useTranslations('members')
  const records = useTranslations('ui.records')
  const failureText = useFailureText()
  const queries = useQueryClient()
  const address = useInvitedAddress()
  const columns = useColumns()
  const list = useCursorList(invitationsQuery(address))
  const withdrawal = useMutation({
    mutationFn: ({ id }: OpenInvitation) => usersApi.withdraw({ id }),
    onSuccess: ({ email }) => toast.done(members('withdrawn', { email })),
    onError: (fault) => toast.failed(failureText(fault)),
    onSettled: () => queries.invalidateQueries({ queryKey: USERS }),
  })
  if (list.loading || (list.total === 0 && address.search === undefined)) return null
  return (
    <div className={css.below}>
      <RecordPanel
        {...address}
        name="open-invitations"
        label={members('invitations')}
        placeholder={t('findInvited')}
        columns={columns}
        rowKey={({ id }) => id}
        rowTitle={({ email }) => email}
        actions={(invitation) => [
          {
            label: members('withdraw'),
            disabled: withdrawal.isPending,
            onSelect: () => withdrawal.mutate(invitation),
          },
        ]}
        {...tableOf(list, t('notLoaded'))}
        empty={<EmptyState title={records('found', { count: 0 })} />}
      />
    </div>
  )
}

function useColumns(): readonly Column<OpenInvitation>[] {
  const t = useTranslations('users')
  const roleName = useRoleNames()
  return [
    { id: 'email', title: t('columns.email'), cell: ({ email }) => email, fixed: true },
    {
      id: 'role',
      title: t('role'),
      cell: ({ role }) => <Badge tone="mute">{roleName(role ?? 'global_admin')}</Badge>,
      card: 'corner',
    },
    {
      id: 'tenant',
      title: t('company'),
      cell: ({ tenant }) => tenant ?? t('ownPeople'),
      card: 'fact',
      narrow: true,
    },
    ...useInvitationColumns(),
  ]
}
