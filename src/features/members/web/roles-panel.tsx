import { useLocale, useTranslations } from 'use-intl'
import type { Permission } from '../../../platform/contract/permissions.ts'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { filterAndSort } from '../../../platform/web/table/client-side-list.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import { useRoleNames } from './use-role-names.ts'
import { useRoleSummary } from './use-role-summary.ts'

type Role = { key: string; permissions: readonly Permission[] }

/** What each role may do, in plain words. */
export function RolesPanel({ roles }: { roles: readonly Role[] }) {
  const t = useTranslations('members')
  const records = useTranslations('ui.records')
  const language = useLocale()
  const roleName = useRoleNames()
  const summary = useRoleSummary()
  const address = useListAddress('roles', ['role'], 'role')
  const columns: readonly Column<Role>[] = [
    {
      id: 'role',
      title: t('role'),
      cell: ({ key }) => roleName(key),
      by: ({ key }) => roleName(key),
      fixed: true,
    },
    {
      id: 'mayDo',
      title: t('columns.mayDo'),
      cell: ({ permissions }) => summary(permissions),
      sortable: false,
      wraps: true,
      line: ({ permissions }) => <small>{summary(permissions)}</small>,
    },
  ]
  const words = ({ key, permissions }: Role) => `${roleName(key)} ${summary(permissions)}`
  return (
    <RecordPanel
      {...address}
      name="own-roles"
      label={t('rolesTitle')}
      columns={columns}
      rows={filterAndSort(roles, columns, { ...address, language, words })}
      rowKey={({ key }) => key}
      rowTitle={({ key }) => roleName(key)}
      empty={<EmptyState title={records('found', { count: 0 })} />}
    />
  )
}
