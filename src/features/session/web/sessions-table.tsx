import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { filterAndSort } from '../../../platform/web/table/client-side-list.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import type { OwnSession } from '../contract.ts'
import { useDeviceName } from './use-device-name.ts'

type SessionsTableProps = {
  /** Undefined: not known yet. */
  sessions: readonly OwnSession[] | undefined
  tools?: ReactNode
  busy: boolean
  onEnd: (session: OwnSession) => void
}

/** Where one person is signed in, and the way to end each session but the one that looks. */
export function SessionsTable({ sessions, tools, busy, onEnd }: SessionsTableProps) {
  const t = useTranslations('security')
  const language = useLocale()
  const columns = useColumns()
  const device = useDeviceName()
  const { sort, onSort } = useListAddress('sessions', ['device', 'address', 'lastUsed', 'since'], '-lastUsed')
  return (
    <RecordPanel
      name="own-sessions"
      label={t('sessions')}
      tools={tools}
      sort={sort}
      onSort={onSort}
      columns={columns}
      rows={filterAndSort(sessions ?? [], columns, { search: undefined, sort, language, words: device })}
      loading={!sessions}
      rowKey={({ id }) => id}
      rowTitle={device}
      actions={(session) =>
        session.isCurrent ? [] : [{ label: t('end'), disabled: busy, onSelect: () => onEnd(session) }]
      }
      empty={<EmptyState title={t('noSessions')} />}
    />
  )
}

function useColumns(): readonly Column<OwnSession>[] {
  const t = useTranslations('sessionsPage')
  const security = useTranslations('security')
  const formats = useFormats()
  const device = useDeviceName()
  return [
    {
      id: 'device',
      title: t('columns.device'),
      cell: device,
      by: device,
      fixed: true,
    },
    {
      id: 'address',
      title: t('columns.address'),
      cell: ({ address }) => address ?? DASH,
      by: ({ address }) => address,
      card: 'fact',
    },
    {
      id: 'lastUsed',
      title: t('columns.lastUsed'),
      cell: ({ isCurrent, lastUsed }) =>
        isCurrent ? <Badge tone="info">{security('thisOne')}</Badge> : formats.dateTime(lastUsed),
      // The one that looks is in use now; when it was last is written down now and then.
      by: ({ isCurrent, lastUsed }) => (isCurrent ? '9999' : lastUsed),
      card: 'corner',
    },
    {
      id: 'since',
      title: t('columns.since'),
      cell: ({ since }) => formats.dateTime(since),
      by: ({ since }) => since,
      card: 'fact',
    },
  ]
}
