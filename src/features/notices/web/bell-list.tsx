import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import bell from './bell.module.css'
import { NoticeLine } from './notice-line.tsx'
import css from './notices.module.css'
import { noticesQuery } from './notices-queries.ts'
import { useNotices } from './use-notices.ts'

const NEWEST = 6

/** The newest notices, each one step from what it is about. */
export default function BellList({ onClose }: { onClose: () => void }) {
  const t = useTranslations('notices')
  const { rows, loading, failure, refresh } = useCursorList(noticesQuery({}, NEWEST))
  const { open, markAll } = useNotices()
  const [newest] = rows
  if (loading) return <div className={bell.waiting} aria-busy />
  if (failure)
    return (
      <div className={bell.waiting}>
        <ErrorCard title={t('notLoaded')} failure={failure} onRetry={() => void refresh()} />
      </div>
    )
  return (
    <div className={css.box}>
      <div className={css.head}>
        <b>{t('title')}</b>
        {newest && rows.some(({ read }) => !read) && (
          <Button variant="subtle" size="compact-sm" onClick={() => void markAll(newest)}>
            {t('markAll')}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className={css.none}>{t('none')}</p>
      ) : (
        <ul className={css.list}>
          {rows.slice(0, NEWEST).map((notice) => (
            <li key={notice.id}>
              <NoticeLine
                notice={notice}
                onOpen={() => {
                  onClose()
                  open(notice)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Link to="/notifications" className={css.all} onClick={onClose}>
        {t('all')}
      </Link>
    </div>
  )
}
