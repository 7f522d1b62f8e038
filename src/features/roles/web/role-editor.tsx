import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Permission } from '../../../platform/contract/permissions.ts'
import { Checks } from '../../../platform/web/kit/checks.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useRoleSummary } from '../../members/web/published.ts'
import type { Role, RoleKind } from '../contract.ts'
import { grantableTo } from '../domain/grantable.ts'
import { rolesApi } from './roles-queries.ts'

/** A role with the name that it shows, or the beginning of a new one. */
export type Edited =
  | { role: Role; name: string }
  | { kind: RoleKind; name: string; permissions: Permission[] }
type RoleEditorProps = { edited: Edited; onSaved: () => void; onClose: () => void }

/** Name and permissions of a role, with what it then may do as a sentence. */
export function RoleEditor({ edited, onSaved, onClose }: RoleEditorProps) {
  const t = useTranslations('rolesPage')
  const permissions = useTranslations('permissions.of')
  const summary = useRoleSummary()
  const role = 'role' in edited ? edited.role : null
  const { kind, permissions: before } = 'role' in edited ? edited.role : edited
  const [name, setName] = useState(edited.name)
  const [held, setHeld] = useState<readonly Permission[]>(before)
  const offered = grantableTo(kind)
  const now = offered.filter((permission) => held.includes(permission))
  const save = async () => {
    // A name that was not touched stays what it is in each language.
    const own = role && name.trim() === edited.name ? role.name : name
    if (role) await rolesApi.change({ key: role.key, version: role.version, name: own, permissions: now })
    else await rolesApi.create({ kind, name, permissions: now })
    toast.done(t('saved', { name }))
    onSaved()
    return undefined
  }
  return (
    <FormDialog
      title={role ? t('editTitle', { name: edited.name }) : t('createTitle')}
      submit={t('save')}
      ready={name.trim() !== ''}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        data-autofocus
        label={t('name')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checks
        legend={t('mayDo')}
        choices={offered.map((permission) => ({ value: permission, label: permissions(permission) }))}
        chosen={held}
        onChange={setHeld}
      />
      <p role="status">
        <strong>{t('named', { name: name || t('thisRole') })}</strong> {summary(now)}
      </p>
      {role && role.people > 0 && <p>{t('counts', { count: role.people })}</p>}
    </FormDialog>
  )
}
