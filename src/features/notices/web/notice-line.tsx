import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Notice } from '../contract.ts'
import css from './notices.module.css'

/** One notice, as the button that leads to what it is about. */
export function NoticeLine({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const t = useTranslations('notices')
  const { dateTime } = useFormats()
  const { seesAllTenants } = useAccess()
  return (
    <button type="button" className={css.line} data-unread={!notice.read || undefined} onClick={onOpen}>
      <span className={css.dot} aria-hidden />
      <span className={css.words}>
        <span>{notice.text}</span>
        <small>
          {!notice.read && <span className="visually-hidden">{t('unread')} · </span>}
          {[seesAllTenants && notice.tenant?.name, dateTime(notice.at)].filter(Boolean).join(' · ')}
        </small>
      </span>
    </button>
  )
}
