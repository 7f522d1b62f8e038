import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useLiveConnectionState } from '../events/live-connection-state.ts'
import { useFormats } from '../format/use-formats.tsx'
import { FreshnessLine } from '../freshness/freshness-line.tsx'
import css from './connection-banner.module.css'
import { useFailureText } from './failure-text.ts'

type ConnectionBannerProps = {
  /** What was loaded, in words: "Loaded 214 orders". Not given: still loading. */
  loaded: string | undefined
  /** What the screen says while it loads. */
  loading: string
  /** Nothing could be loaded: the whole sentence. */
  error?: string | null | undefined
  /** The last refresh failed; what is shown is older. */
  staleFailure?: unknown
  /** When this browser last got the data, in milliseconds. */
  updatedAt?: number | undefined
  /** Upstream's last batch for what is shown, and of which kinds that is (B8). */
  asOf?: string | null | undefined
  kinds?: readonly string[]
  onRetry?: (() => void) | undefined
}

/** One line on where the figures of the screen stand: loading, online, the line is down, or failed (B8). */
export function ConnectionBanner(props: ConnectionBannerProps) {
  const { loaded, loading, error, staleFailure, updatedAt, asOf, kinds = [], onRetry } = props
  const t = useTranslations('ui.banner')
  const formats = useFormats()
  const failureText = useFailureText()
  const { status } = useLiveConnectionState()
  const cut = status === 'offline' || status === 'reconnecting' ? status : null
  const retry = onRetry && (
    <Button size="compact-sm" variant="default" onClick={onRetry} data-print="no">
      {t('tryAgain')}
    </Button>
  )
  if (error)
    return (
      <div className={`${css.banner} ${css.failed}`} role="alert">
        <strong>{t('failed')}</strong>
        <span className={css.text}>{error}</span>
        {retry}
      </div>
    )
  if (loaded === undefined)
    return (
      <div className={`${css.banner} ${css.loading}`} role="status">
        <span>{loading}</span>
      </div>
    )
  if (staleFailure)
    return (
      <div className={`${css.banner} ${css.late}`} role="status">
        <strong>{t('stale')}</strong>
        <span className={css.text}>
          {t('staleText', { time: formats.time(updatedAt), reason: failureText(staleFailure) })}
        </span>
        {retry}
      </div>
    )
  return (
    <div className={`${css.banner} ${cut ? css.late : css.ready}`} role="status">
      <strong>{t(cut ?? 'online')}</strong>
      <span className={css.text}>
        {[loaded, updatedAt ? t('updated', { time: formats.time(updatedAt) }) : null]
          .filter(Boolean)
          .join(' · ')}
        {(asOf || kinds.length > 0) && ' · '}
        <FreshnessLine kinds={kinds} asOf={asOf} />
      </span>
    </div>
  )
}
