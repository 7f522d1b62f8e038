import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'

/** A role's name in the shown language; one that administrators gave a name of their own shows that. */
export function useRoleNames(): (role: string) => string {
  const t = useTranslations('roles')
  const { roleNames } = useAccess()
  return (role) => roleNames[role] ?? (t.has(role as 'viewer') ? t(role as 'viewer') : role)
}
