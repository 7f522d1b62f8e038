import { useTranslations } from 'use-intl'
import type { Permission } from '../../../platform/contract/permissions.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { SearchedRecords } from '../../../platform/web/kit/record-list.tsx'
import { useRoleNames } from './use-role-names.ts'
import { useRoleSummary } from './use-role-summary.ts'

type RolesPanelProps = { roles: readonly { key: string; permissions: readonly Permission[] }[] }

/** What each role may do, in plain words. */
export function RolesPanel({ roles }: RolesPanelProps) {
  const t = useTranslations('members')
  const roleName = useRoleNames()
  const summary = useRoleSummary()
  return (
    <Panel title={t('rolesTitle')} flush>
      <SearchedRecords
        inAddress="roles"
        label={t('rolesTitle')}
        items={roles.map(({ key, permissions }) => ({
          key,
          words: `${roleName(key)} ${summary(permissions)}`,
          title: roleName(key),
          facts: [summary(permissions)],
        }))}
      />
    </Panel>
  )
}
