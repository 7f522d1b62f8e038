import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import type { Member } from '../contract.ts'
import { type MembersAddress, membersQuery } from './members-queries.ts'
import { useRoleNames } from './use-role-names.ts'

type PeoplePanelProps = {
  address: MembersAddress
  onChangeRole: (member: Member) => void
  onRemove: (member: Member) => void
}

/** Who works for the tenant. */
export function PeoplePanel({ address, onChangeRole, onRemove }: PeoplePanelProps) {
  const t = useTranslations('members')
  const records = useTranslations('ui.records')
  const columns = useColumns()
  const list = useCursorList(membersQuery(address))
  return (
    <RecordPanel
      {...address}
      name="members"
      label={t('people')}
      placeholder={t('findPeople')}
      columns={columns}
      rowKey={({ userId }) => userId}
      rowTitle={({ name }) => name}
      actions={(member) => [
        { label: t('changeRole'), onSelect: () => onChangeRole(member) },
        { label: t('remove'), onSelect: () => onRemove(member) },
      ]}
      {...tableOf(list, t('notLoaded'))}
      empty={<EmptyState title={records('found', { count: 0 })} />}
    />
  )
}

function useColumns(): readonly Column<Member>[] {
  const t = useTranslations('members')
  const formats = useFormats()
  const roleName = useRoleNames()
  return [
    {
      id: 'name',
      title: t('columns.name'),
      cell: ({ name, isAsker }) => (
        <>
          {name} {isAsker && <Badge tone="info">{t('you')}</Badge>}
        </>
      ),
      fixed: true,
      narrow: true,
    },
    { id: 'email', title: t('columns.email'), cell: ({ email }) => email, card: 'fact' },
    {
      id: 'role',
      title: t('role'),
      cell: ({ role }) => <Badge tone="mute">{roleName(role)}</Badge>,
      card: 'corner',
    },
    {
      id: 'lastSeen',
      title: t('columns.lastSeen'),
      cell: ({ lastSeen }) => (lastSeen ? formats.dateTime(lastSeen) : DASH),
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
