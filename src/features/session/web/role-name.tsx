import { useTranslations } from 'use-intl'

const KNOWN = [
  'global_admin',
  'customer_service',
  'quality',
  'finance',
  'account_manager',
  'tenant_admin',
  'procurement_manager',
  'finance_manager',
  'quality_manager',
  'sales_analyst',
  'viewer',
] as const

/** The roles of A7 in the shown language; roles are data, so one that an administrator made shows its own name. */
export function RoleName({ role }: { role: string | null }) {
  const t = useTranslations('roles')
  const known = KNOWN.find((name) => name === role)
  return known ? t(known) : role
}
