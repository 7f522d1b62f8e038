import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { LongListSearch, RecordList } from '../../../platform/web/kit/record-list.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { useUrlText } from '../../../platform/web/url/use-url-text.ts'
import type { PastViewing } from '../contract.ts'
import { viewingsQuery } from './members-queries.ts'
import { useRoleNames } from './use-role-names.ts'

/** Which administrators of the manufacturer looked at the tenant through a role's eyes, and why (H1). */
export function ViewingsPanel() {
  const t = useTranslations('members')
  const ui = useTranslations('ui.table')
  const records = useTranslations('ui.records')
  const formats = useFormats()
  const roleName = useRoleNames()
  const [search, setSearch] = useUrlText('looks')
  const { rows, failure, loading, more, refresh, total } = useCursorList(viewingsQuery(search))
  if (failure) return <ErrorCard title={t('viewings')} failure={failure} onRetry={() => void refresh()} />
  const when = ({ beganAt, endsAt, endedAt }: PastViewing) => {
    const from = formats.dateTime(beganAt)
    return endedAt
      ? t('viewingFromTo', { from, to: formats.time(endedAt) })
      : t('viewingSince', { from, to: formats.time(endsAt) })
  }
  return (
    <Panel title={t('viewings')} note={t('viewingsNote')} flush busy={loading}>
      <LongListSearch
        value={search}
        count={rows.length}
        total={total}
        more={more !== undefined}
        onChange={setSearch}
      />
      {rows.length === 0 && !loading && (
        <EmptyState title={search === undefined ? t('noViewings') : records('found', { count: 0 })} />
      )}
      <RecordList
        label={t('viewings')}
        items={rows.map((viewing) => ({
          key: viewing.id,
          title: (
            <>
              {viewing.name ?? t('viewingSomebody')} {t('viewingAs', { role: roleName(viewing.role) })}{' '}
              {!viewing.endedAt && <Badge tone="info">{t('viewingNow')}</Badge>}
            </>
          ),
          facts: [when(viewing), t('viewingReason', { reason: viewing.reason })],
        }))}
      />
      {more && (
        <Button variant="default" loading={more.loading} onClick={() => void more.load()}>
          {ui('loadMore')}
        </Button>
      )}
    </Panel>
  )
}
