import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { afterPaint } from './after-paint.ts'
import { dismissToast, useToasts } from './toast.ts'
import css from './toaster.module.css'

/** Where toasts appear. The region is always there, so that screen readers hear what is put into it. */
export function Toaster() {
  const t = useTranslations('ui')
  const toasts = useToasts()
  const region = useRef<HTMLElement>(null)

  // In the browser's top layer, above any dialog. It lays the page out, and so waits until the page is painted.
  useEffect(() => afterPaint(() => region.current?.showPopover?.()), [])

  return (
    <section
      ref={region}
      className={css.region}
      aria-label={t('messages')}
      aria-live="polite"
      popover="manual"
    >
      {toasts.map(({ id, message, failed }) => (
        <div
          key={id}
          className={css.toast}
          data-failed={failed || undefined}
          role={failed ? 'alert' : undefined}
        >
          {failed ? <IconAlertTriangle size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />}
          <p>{message}</p>
          <button type="button" aria-label={t('close')} onClick={() => dismissToast(id)}>
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ))}
    </section>
  )
}
