import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import type { Invitation } from '../contract.ts'
import { invitationsQuery, membersApi, useInvitedAddress } from './members-queries.ts'
import { useInvitationColumns } from './use-invitation-columns.tsx'
import { useRoleNames } from './use-role-names.ts'

/** Who is invited and has not come yet. */
export function InvitationsPanel({ onChanged }: { onChanged: () => void }) {
  const t = useTranslations('members')
  const records = useTranslations('ui.records')
  const failureText = useFailureText()
  const address = useInvitedAddress()
  const columns = useColumns()
  const list = useCursorList(invitationsQuery(address))
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<string>) => {
    setBusy(true)
    try {
      toast.done(await work())
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    setBusy(false)
    onChanged()
  }
  const withdraw = ({ id }: Invitation) =>
    attempt(async () => t('withdrawn', await membersApi.withdraw({ id })))
  const again = ({ email, role }: Invitation) =>
    attempt(async () => {
      const { invited, again } = await membersApi.invite({ emails: [email], role })
      return t('invited', { count: invited.length, again: again.length })
    })
  return (
    <RecordPanel
      {...address}
      name="invitations"
      label={t('invitations')}
      placeholder={t('findInvited')}
      columns={columns}
      rowKey={({ id }) => id}
      rowTitle={({ email }) => email}
      actions={(invitation) => [
        { label: t('again'), disabled: busy, onSelect: () => void again(invitation) },
        { label: t('withdraw'), disabled: busy, onSelect: () => void withdraw(invitation) },
      ]}
      {...tableOf(list, t('notLoaded'))}
      empty={
        <EmptyState
          title={address.search === undefined ? t('noInvitations') : records('found', { count: 0 })}
        />
      }
    />
  )
}

function useColumns(): readonly Column<Invitation>[] {
  const t = useTranslations('members')
  const roleName = useRoleNames()
  return [
    { id: 'email', title: t('columns.email'), cell: ({ email }) => email, fixed: true },
    {
      id: 'role',
      title: t('role'),
      cell: ({ role }) => <Badge tone="mute">{roleName(role)}</Badge>,
      card: 'corner',
    },
    ...useInvitationColumns(),
  ]
}
