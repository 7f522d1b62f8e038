import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { MoreButton } from '../../../platform/web/kit/more-button.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import type { Conversation } from '../contract.ts'
import css from './chat.module.css'
import { type ChatSearch, DESKS } from './chat-search.ts'
import { listQuery } from './conversations-queries.ts'

/** The newest first; for the staff those of every client, with what their work is picked by. */
export function ConversationList() {
  const t = useTranslations('chat')
  const [search, change] = useUrlState<ChatSearch>()
  const answers = useAccess().permissions.includes('conversations.manage')
  const { contact, conversation: opened, search: term, desk } = search
  const screen = useCursorList(listQuery({ search: term, desk }))
  const filtered = term !== undefined || desk !== undefined
  return (
    <>
      <search className={css.filters}>
        <SearchField
          label={t('search')}
          placeholder={t('searchPlaceholder')}
          value={term}
          onChange={(next) => change({ contact: 'support', search: next })}
        />
        {answers && (
          <SegmentChips
            label={t('filter')}
            any={t('all')}
            value={desk}
            choices={DESKS.map((value) => ({ value, label: t(`desks.${value}`) }))}
            onChange={(value) => change({ contact: 'support', desk: value as ChatSearch['desk'] })}
          />
        )}
      </search>
      {screen.failure ? (
        <ErrorCard
          title={t('notLoaded')}
          failure={screen.failure}
          onRetry={() => void screen.refresh()}
          framed={false}
        />
      ) : screen.loading ? (
        <div className={css.loading} role="status" aria-busy="true" aria-label={t('loading')}>
          <Skeleton height={56} />
          <Skeleton height={56} />
          <Skeleton height={56} />
        </div>
      ) : screen.rows.length === 0 ? (
        <EmptyState
          title={t(filtered ? 'noneFound' : 'none')}
          hint={t(filtered ? 'noneFoundHint' : answers ? 'noneHintForStaff' : 'noneHint')}
        />
      ) : (
        <ul className={css.list} aria-label={t('conversations')} aria-busy={screen.dimmed}>
          {screen.rows.map((row) => (
            <Row key={row.id} row={row} keep={{ contact, search: term, desk }} current={row.id === opened} />
          ))}
        </ul>
      )}
      {screen.more && <MoreButton more={screen.more}>{t('more')}</MoreButton>}
    </>
  )
}

type RowProps = { row: Conversation; keep: ChatSearch; current: boolean }

function Row({ row, keep, current }: RowProps) {
  const t = useTranslations('chat')
  const formats = useFormats()
  const text = row.lastText ?? t('file')
  const facts = [
    formats.asOf(row.lastAt),
    row.tenantName,
    row.tenantName !== undefined && row.waitingFor === 'staff' && t('waits'),
    row.assignedTo !== null && t('assignedTo', { name: row.assignedTo }),
  ]
  return (
    <li>
      <Link
        to="/chat"
        search={{ ...keep, conversation: row.id }}
        className={css.item}
        aria-current={current || undefined}
        data-unread={row.unread > 0 || undefined}
      >
        <span className={css.subject}>{row.subject}</span>
        {row.unread > 0 && (
          <span className={css.count}>
            <span aria-hidden>{formats.count(row.unread)}</span>
            <span className={css.hidden}>{t('unread', { count: row.unread })}</span>
          </span>
        )}
        <span className={css.last}>
          {row.lastOwn ? t('youSaid', { text }) : t('said', { name: row.lastAuthor, text })}
        </span>
        <span className={`${css.last} ${css.facts}`}>{facts.filter(Boolean).join(' · ')}</span>
      </Link>
    </li>
  )
}
