import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../api/failures.ts'
import { useFailureText } from './failure-text.ts'
import css from './state-card.module.css'

type ErrorCardProps = {
  title: string
  /** What was caught; its text is the server's own or ours for "no answer". */
  failure?: unknown
  /** The full sentence, where the screen has its own (for example "Orders error: …"). */
  message?: string
  onRetry?: (() => void) | undefined
  framed?: boolean
}

/** Replaces what could not be shown: what happened and what to do. */
export function ErrorCard({ title, failure, message, onRetry, framed = true }: ErrorCardProps) {
  const t = useTranslations('ui')
  const said = useFailureText()(failure)
  const trace = isProblem(failure) ? failure.problem.traceId : ''
  return (
    <div className={`${css.state} ${css.bad} ${framed ? css.framed : ''}`} role="alert">
      <span className={css.icon} aria-hidden>
        <IconAlertTriangle size={22} stroke={1.75} />
      </span>
      <p className={css.title}>{title}</p>
      <p className={css.text}>{message ?? said}</p>
      {onRetry && (
        <div className={css.actions}>
          <Button variant="default" leftSection={<IconRefresh size={18} stroke={1.75} />} onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
      {trace && <p className={css.code}>{t('traceId', { id: trace })}</p>}
    </div>
  )
}
