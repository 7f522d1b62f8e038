import { Button } from '@mantine/core'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { filterAndSort } from '../../../platform/web/table/client-side-list.ts'
import type { Column, RowAction } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import { useRoleSummary } from '../../members/web/published.ts'
import type { Role, RoleKind } from '../contract.ts'

export const isAsShipped = ({ name, permissions, shipped }: Role) =>
  shipped !== null && name === null && permissions.join() === shipped.join()

type RolesPanelProps = {
  kind: RoleKind
  /** Undefined: not there yet. */
  roles: readonly Role[] | undefined
  nameOf: (role: Role) => string
  actions: (role: Role) => readonly RowAction[]
  onCreate: () => void
}

/** The roles of one kind: what each may do, and how many have it. */
export function RolesPanel({ kind, roles, nameOf, actions, onCreate }: RolesPanelProps) {
  const t = useTranslations('rolesPage')
  const records = useTranslations('ui.records')
  const language = useLocale()
  const summary = useRoleSummary()
  const address = useListAddress(kind, ['name', 'people'], 'name')
  const columns: readonly Column<Role>[] = [
    {
      id: 'name',
      title: t('name'),
      cell: (role) => (
        <>
          {nameOf(role)} {role.shipped === null && <Badge tone="info">{t('own')}</Badge>}
          {role.shipped && !isAsShipped(role) && <Badge tone="warn">{t('changed')}</Badge>}
        </>
      ),
      by: nameOf,
      fixed: true,
    },
    {
      id: 'mayDo',
      title: t('mayDo'),
      cell: ({ permissions }) => summary(permissions),
      sortable: false,
      wraps: true,
      line: ({ permissions }) => <small>{summary(permissions)}</small>,
    },
    {
      id: 'people',
      title: t('holders'),
      cell: ({ people }) => t('people', { count: people }),
      by: ({ people }) => people,
      card: 'corner',
    },
  ]
  const words = (role: Role) => `${nameOf(role)} ${summary(role.permissions)}`
  return (
    <RecordPanel
      {...address}
      name={`roles-${kind}`}
      label={t(`kinds.${kind}`)}
      columns={columns}
      rows={filterAndSort(roles ?? [], columns, { ...address, language, words })}
      loading={!roles}
      rowKey={({ key }) => key}
      rowTitle={nameOf}
      actions={actions}
      tools={
        <Button variant="default" onClick={onCreate}>
          {t('create')}
        </Button>
      }
      empty={<EmptyState title={records('found', { count: 0 })} />}
    />
  )
}
