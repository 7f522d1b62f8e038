import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlText } from '../../../platform/web/url/use-url-text.ts'
import { useRoleNames } from '../../members/web/published.ts'
import type { TemporaryAccess } from '../contract.ts'
import { accessQuery } from './temporary-access-queries.ts'

type State = 'active' | 'used' | 'expired' | 'revoked'
const TONES: Record<State, Tone> = { active: 'good', used: 'mute', expired: 'mute', revoked: 'bad' }

const stateOf = ({ revokedAt, endsAt, used, uses }: TemporaryAccess): State => {
  if (revokedAt) return 'revoked'
  if (Date.parse(endsAt) <= Date.now()) return 'expired'
  return used >= uses ? 'used' : 'active'
}

type CodesPanelProps = { disabled: boolean; onRevoke: (access: TemporaryAccess) => void }

/** Who may look around by a code, the newest first. */
export function CodesPanel({ disabled, onRevoke }: CodesPanelProps) {
  const t = useTranslations('temporaryAccess')
  const [search, setSearch] = useUrlText('search')
  const columns = useColumns()
  const list = useCursorList(accessQuery(search))
  return (
    <RecordPanel
      name="temporary-access"
      label={t('codes')}
      search={search}
      placeholder={t('search')}
      onSearch={setSearch}
      columns={columns}
      rowKey={({ id }) => id}
      rowTitle={({ email }) => email}
      actions={(access) =>
        ['revoked', 'expired'].includes(stateOf(access))
          ? []
          : [{ label: t('revoke'), disabled, onSelect: () => onRevoke(access) }]
      }
      {...tableOf(list, t('notLoaded'))}
      empty={
        <EmptyState
          title={t(search ? 'noneFound' : 'none')}
          hint={t(search ? 'noneFoundHint' : 'noneHint')}
        />
      }
    />
  )
}

function useColumns(): readonly Column<TemporaryAccess>[] {
  const t = useTranslations('temporaryAccess')
  const formats = useFormats()
  const roleName = useRoleNames()
  const columns: Column<TemporaryAccess>[] = [
    { id: 'email', title: t('email'), cell: ({ email }) => email, fixed: true, narrow: true },
    {
      id: 'state',
      title: t('state'),
      cell: (access) => {
        const state = stateOf(access)
        return <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
      },
      card: 'corner',
    },
    { id: 'company', title: t('company'), cell: ({ tenant }) => tenant, card: 'fact', narrow: true },
    { id: 'role', title: t('role'), cell: ({ role }) => roleName(role), card: 'fact' },
    { id: 'used', title: t('useCount'), cell: ({ used, uses }) => t('usedOf', { used, uses }), align: 'end' },
    { id: 'endsAt', title: t('endsAt'), cell: ({ endsAt }) => formats.dateTime(endsAt), card: 'fact' },
    {
      id: 'lastUsedAt',
      title: t('lastUsedAt'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? formats.dateTime(lastUsedAt) : DASH),
    },
    {
      id: 'sessions',
      title: t('openSessions'),
      cell: ({ sessions }) => formats.count(sessions),
      align: 'end',
    },
    {
      id: 'issuedBy',
      title: t('issuedBy'),
      cell: ({ issuedBy }) => issuedBy ?? DASH,
      startsHidden: true,
    },
    {
      id: 'createdAt',
      title: t('issuedAt'),
      cell: ({ createdAt }) => formats.dateTime(createdAt),
      startsHidden: true,
    },
  ]
  return columns.map((column) => ({ ...column, sortable: false }))
}
