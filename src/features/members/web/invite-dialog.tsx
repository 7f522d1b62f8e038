import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useAddresses } from './addresses-field.tsx'
import { membersApi } from './members-queries.ts'
import { useRoleNames } from './use-role-names.ts'

type InviteProps = { grantable: readonly string[]; onInvited: () => void; onClose: () => void }

/** One address or a pasted list, and the role that they all get. */
export function InviteDialog({ grantable, onInvited, onClose }: InviteProps) {
  const t = useTranslations('members')
  const roleName = useRoleNames()
  const addresses = useAddresses()
  const [role, setRole] = useState(grantable.includes('viewer') ? 'viewer' : (grantable[0] ?? ''))
  const invite = async () => {
    const asked = addresses.read()
    if ('wrong' in asked) return asked.wrong
    const { invited, again, members } = await membersApi.invite({ emails: asked.emails, role })
    if (invited.length > 0) toast.done(t('invited', { count: invited.length, again: again.length }))
    const there = members.length > 0 && t('alreadyMembers', { count: members.length })
    // Nothing was done: what was typed stays.
    if (there && invited.length === 0) return there
    if (there) toast.done(there)
    onInvited()
    return undefined
  }
  return (
    <FormDialog title={t('inviteTitle')} submit={t('inviteNow')} onSubmit={invite} onClose={onClose}>
      {(wrong) => (
        <>
          {addresses.field(wrong)}
          <ChoiceField
            label={t('role')}
            value={role}
            data={grantable.map((key) => ({ value: key, label: roleName(key) }))}
            onChange={(event) => setRole(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
