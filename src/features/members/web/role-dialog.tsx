import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Member } from '../contract.ts'
import { membersApi } from './members-queries.ts'
import { useRoleNames } from './use-role-names.ts'

type RoleProps = { member: Member; grantable: readonly string[]; onDone: () => void; onClose: () => void }

/** Another role for somebody. */
export function RoleDialog({ member, grantable, onDone, onClose }: RoleProps) {
  const { userId, name, role: before } = member
  const t = useTranslations('members')
  const roleName = useRoleNames()
  const [role, setRole] = useState(before)
  const save = async () => {
    await membersApi.changeRole({ userId, role })
    toast.done(t('roleChanged', { name, role: roleName(role) }))
    onDone()
    return undefined
  }
  return (
    <FormDialog
      title={t('roleTitle', { name })}
      submit={t('save')}
      ready={role !== before}
      onSubmit={save}
      onClose={onClose}
    >
      {(wrong) => (
        <ChoiceField
          label={t('role')}
          description={t('roleText')}
          data-autofocus
          value={role}
          error={wrong}
          data={[...new Set([before, ...grantable])].map((key) => ({ value: key, label: roleName(key) }))}
          onChange={(event) => setRole(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
