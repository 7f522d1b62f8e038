import { useTranslations } from 'use-intl'

/** A role's name in the shown language; one that an administrator made shows its own. */
export function useRoleNames(): (role: string) => string {
  const t = useTranslations('roles')
  return (role) => (t.has(role as 'viewer') ? t(role as 'viewer') : role)
}
