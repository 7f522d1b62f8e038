import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { SearchedRecords } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Invitation } from '../contract.ts'
import { membersApi } from './members-queries.ts'
import { useRoleNames } from './use-role-names.ts'

type InvitationsProps = { invitations: readonly Invitation[] | undefined; onChanged: () => void }

/** Who is invited and has not come yet. */
export function InvitationsPanel({ invitations, onChanged }: InvitationsProps) {
  const t = useTranslations('members')
  const formats = useFormats()
  const failureText = useFailureText()
  const roleName = useRoleNames()
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
      const { invited } = await membersApi.invite({ emails: [email], role })
      return t('invited', { count: invited.length })
    })
  const fact = ({ role, invitedBy, endsAt }: Invitation) => {
    const facts = { role: roleName(role), until: formats.dateTime(endsAt) }
    return invitedBy ? t('invitedBy', { ...facts, by: invitedBy }) : t('invitedByNobody', facts)
  }
  return (
    <Panel title={t('invitations')} flush busy={!invitations}>
      {invitations?.length === 0 && <EmptyState title={t('noInvitations')} />}
      <SearchedRecords
        inAddress="invited"
        label={t('invitations')}
        items={(invitations ?? []).map((invitation) => ({
          key: invitation.id,
          words: `${invitation.email} ${fact(invitation)}`,
          title: (
            <>
              {invitation.email}{' '}
              {Date.parse(invitation.endsAt) < Date.now() && <Badge tone="mute">{t('expired')}</Badge>}
            </>
          ),
          facts: [fact(invitation)],
          actions: (
            <>
              <Button variant="default" disabled={busy} onClick={() => void again(invitation)}>
                {t('again')}
              </Button>
              <Button variant="default" disabled={busy} onClick={() => void withdraw(invitation)}>
                {t('withdraw')}
              </Button>
            </>
          ),
        }))}
      />
    </Panel>
  )
}
