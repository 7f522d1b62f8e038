import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import { useRoleNames } from '../../members/web/published.ts'
import type { UserRow } from '../contract.ts'

const SHOWN = 3

/** What somebody may enter, in a line: administrator, staff, or role by role where. */
function useAccessText(): (user: UserRow) => string {
  const t = useTranslations('users')
  const formats = useFormats()
  const roleName = useRoleNames()
  const some = (names: readonly string[]) =>
    formats.list([
      ...names.slice(0, SHOWN),
      ...(names.length > SHOWN ? [t('more', { count: names.length - SHOWN })] : []),
    ])
  const staffText = (role: string, companies: readonly string[] | null) => {
    if (companies === null) return t('staffAs', { role })
    return companies.length === 0
      ? t('staffOfNone', { role })
      : t('staffOf', { role, companies: some(companies) })
  }
  return ({ administrator, staffRole, staffTenants, tenants }) => {
    const parts = [
      ...(administrator ? [roleName('global_admin')] : []),
      ...(staffRole ? [staffText(roleName(staffRole), staffTenants)] : []),
      ...tenants
        .slice(0, SHOWN)
        .map(({ name, role }) => t('roleAt', { role: roleName(role), company: name })),
      ...(tenants.length > SHOWN ? [t('more', { count: tenants.length - SHOWN })] : []),
    ]
    return parts.length > 0 ? formats.list(parts) : t('noAccess')
  }
}

export function useUsersColumns(): readonly Column<UserRow>[] {
  const t = useTranslations('users')
  const formats = useFormats()
  const accessText = useAccessText()
  return [
    { id: 'name', title: t('columns.name'), cell: ({ name }) => name, fixed: true, narrow: true },
    { id: 'email', title: t('columns.email'), cell: ({ email }) => email, card: 'fact', narrow: true },
    {
      id: 'access',
      title: t('columns.access'),
      cell: accessText,
      sortable: false,
      card: 'fact',
      narrow: true,
    },
    {
      id: 'state',
      title: t('columns.state'),
      cell: ({ deactivatedAt }) => (
        <Badge tone={deactivatedAt ? 'mute' : 'good'}>{t(deactivatedAt ? 'deactivated' : 'active')}</Badge>
      ),
      sortable: false,
      card: 'corner',
    },
    {
      id: 'lastSignIn',
      title: t('columns.lastSignIn'),
      cell: ({ lastSignIn }) => (lastSignIn ? formats.dateTime(lastSignIn) : DASH),
      card: 'fact',
    },
    {
      id: 'secondFactor',
      title: t('columns.secondFactor'),
      cell: ({ secondFactor }) => t(secondFactor ? 'secondFactorOn' : 'secondFactorOff'),
      sortable: false,
      card: 'fact',
    },
    {
      id: 'since',
      title: t('columns.since'),
      cell: ({ since }) => formats.dateTime(since),
      startsHidden: true,
    },
  ]
}
