import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { MoreButton } from '../../../platform/web/kit/more-button.tsx'
import type { AssistantState, Turn } from '../contract.ts'
import { Exchange } from './answer.tsx'
import css from './assistant.module.css'
import type { Turns } from './loaded-conversation.tsx'
import type { Pending } from './use-conversation.ts'

/** Nobody can ask here: the company turned it off, or the session only reads. */
export const isClosed = ({ mode, canAsk }: AssistantState) => mode === 'off' || !canAsk

type Props = {
  state: AssistantState
  list: Turns
  pending: Pending | null
  /** The answers sound already: a screen reader does not say them, too. */
  sounding?: boolean
  /** What can be done with an answer. */
  action?: (turn: Turn) => ReactNode
}

/** What was said, the newest at the end and in sight. A screen reader says an answer once, when it is whole. */
export function ConversationLog({ state, list, pending, sounding = false, action }: Props) {
  const t = useTranslations('assistant')
  const log = useRef<HTMLDivElement>(null)
  const count = list.rows.length
  const said = pending?.text.length ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was added, its end is what one reads
  useLayoutEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [count, said, pending === null])
  // Where one writes may grow, and what is read becomes smaller.
  useEffect(() => {
    const box = log.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      box.scrollTop = box.scrollHeight
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      className={css.log}
      ref={log}
      role="log"
      aria-live={sounding ? 'off' : 'polite'}
      aria-label={t('conversation')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
      tabIndex={0}
    >
      {list.more && <MoreButton more={list.more}>{t('earlier')}</MoreButton>}
      <ol className={css.messages}>
        <li>
          <span className={css.by}>{t('assistant')}</span>
          <p className={css.bubble}>
            {t(isClosed(state) ? (state.canAsk ? 'off' : 'readOnly') : 'greeting')}
          </p>
        </li>
        {list.rows.toReversed().map((turn) => (
          <Exchange key={turn.id} turn={turn} action={action?.(turn)} />
        ))}
        {pending && (
          <>
            <li data-own aria-live="off">
              <p className={css.bubble}>{pending.question}</p>
            </li>
            <li aria-live={pending.text ? 'off' : undefined}>
              {pending.text ? (
                <p className={css.bubble}>{pending.text}</p>
              ) : (
                <p className={css.typing}>{t('typing')}</p>
              )}
            </li>
          </>
        )}
      </ol>
    </div>
  )
}
