import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Member } from '../contract.ts'
import { membersApi } from './members-queries.ts'
import { useRoleNames } from './use-role-names.ts'

type RoleProps = { member: Member; grantable: readonly string[]; onDone: () => void; onClose: () => void }

/** Another role for somebody. */
export function RoleDialog({ member, grantable, onDone, onClose }: RoleProps) {
  const { userId, name, role: before } = member
  const t = useTranslations('members')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const roleName = useRoleNames()
  const [role, setRole] = useState(before)
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    setWrong(null)
    try {
      await membersApi.changeRole({ userId, role })
      toast.done(t('roleChanged', { name, role: roleName(role) }))
      onDone()
    } catch (fault) {
      setWrong(failureText(fault))
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      title={t('roleTitle', { name })}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button loading={busy} disabled={role === before} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <ChoiceField
        label={t('role')}
        description={t('roleText')}
        data-autofocus
        value={role}
        error={wrong}
        data={[...new Set([before, ...grantable])].map((key) => ({ value: key, label: roleName(key) }))}
        onChange={(event) => setRole(event.currentTarget.value)}
      />
    </Dialog>
  )
}
