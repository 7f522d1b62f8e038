import { useTranslations } from 'use-intl'

type RoleNameProps = {
  role: string | null
  /** Names that the installation gave its roles, by their keys. */
  names: Readonly<Record<string, string>>
}

/** A role in the shown language; one with a name of the installation's own shows that. */
export function RoleName({ role, names }: RoleNameProps) {
  const t = useTranslations('roles')
  if (role === null) return null
  return names[role] ?? (t.has(role as 'viewer') ? t(role as 'viewer') : role)
}
