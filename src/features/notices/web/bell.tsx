import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Dropdown } from '../../../platform/web/kit/dropdown.tsx'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { MOST_COUNTED } from '../contract.ts'
import css from './bell.module.css'
import { summaryQuery } from './notices-queries.ts'

const BellList = lazyComponent(() => import('./bell-list.tsx'))
const BrowserNotice = lazyComponent(() => import('./browser-notice.tsx'))

const allowed = () => typeof Notification !== 'undefined' && Notification.permission === 'granted'

/** How much is new, and the newest of it (B2). */
export function Bell() {
  const t = useTranslations('notices')
  const { data } = useQuery(summaryQuery)
  const unread = data?.unread ?? 0
  const shown = unread >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(unread)
  return (
    <>
      <Dropdown
        label={t('title')}
        role="dialog"
        trigger={(props) => (
          <IconButton
            label={unread > 0 ? t('bell', { count: shown }) : t('title')}
            className={css.bell}
            {...props}
          >
            <IconBell size={20} stroke={1.75} aria-hidden />
            {unread > 0 && (
              <span className={css.count} aria-hidden>
                {shown}
              </span>
            )}
          </IconButton>
        )}
      >
        {(close) => (
          <Suspense fallback={<div className={css.waiting} aria-busy />}>
            <BellList onClose={close} />
          </Suspense>
        )}
      </Dropdown>
      {data?.newest && allowed() && (
        <Suspense fallback={null}>
          <BrowserNotice newest={data.newest} />
        </Suspense>
      )}
    </>
  )
}
