import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlText } from '../../../platform/web/url/use-url-text.ts'
import type { PastViewing } from '../contract.ts'
import { viewingsQuery } from './members-queries.ts'
import { useRoleNames } from './use-role-names.ts'

/** Which administrators of the manufacturer looked at the tenant through a role's eyes, and why (H1). */
export function ViewingsPanel() {
  const t = useTranslations('members')
  const records = useTranslations('ui.records')
  const [search, setSearch] = useUrlText('looks')
  const columns = useColumns()
  const list = useCursorList(viewingsQuery(search))
  return (
    <RecordPanel
      name="viewings"
      label={t('viewings')}
      note={t('viewingsNote')}
      search={search}
      onSearch={setSearch}
      columns={columns}
      rowKey={({ id }) => id}
      rowTitle={({ name }) => name ?? t('viewingSomebody')}
      {...tableOf(list, t('notLoaded'))}
      empty={<EmptyState title={search === undefined ? t('noViewings') : records('found', { count: 0 })} />}
    />
  )
}

function useColumns(): readonly Column<PastViewing>[] {
  const t = useTranslations('members')
  const formats = useFormats()
  const roleName = useRoleNames()
  const when = ({ beganAt, endsAt, endedAt }: PastViewing) => {
    const from = formats.dateTime(beganAt)
    return endedAt
      ? t('viewingFromTo', { from, to: formats.time(endedAt) })
      : t('viewingSince', { from, to: formats.time(endsAt) })
  }
  const columns: Column<PastViewing>[] = [
    {
      id: 'name',
      title: t('columns.name'),
      cell: ({ name, endedAt }) => (
        <>
          {name ?? t('viewingSomebody')} {!endedAt && <Badge tone="info">{t('viewingNow')}</Badge>}
        </>
      ),
      fixed: true,
    },
    {
      id: 'role',
      title: t('role'),
      cell: ({ role }) => <Badge tone="mute">{roleName(role)}</Badge>,
      card: 'corner',
    },
    { id: 'when', title: t('columns.when'), cell: when, card: 'fact' },
    { id: 'reason', title: t('columns.reason'), cell: ({ reason }) => reason, card: 'fact' },
  ]
  return columns.map((column) => ({ ...column, sortable: false }))
}
