import { Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { MoreButton } from '../../../platform/web/kit/more-button.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import type { ConversationDetail, Message } from '../contract.ts'
import css from './chat.module.css'
import type { ChatSearch } from './chat-search.ts'
import { Composer } from './composer.tsx'
import { conversationQuery, messagesQuery } from './conversations-queries.ts'
import { Desk } from './desk.tsx'
import { MessageLine, OutgoingLine } from './message-line.tsx'
import { useTyping } from './typing.ts'
import { useMarkRead } from './use-mark-read.ts'
import { useOutgoing } from './use-outgoing.ts'

/** Nearer to the end than this, somebody reads along. */
const NEAR_PX = 120

/** One conversation: what it is about, what was said, and the field to say more. */
export function Thread({ id }: { id: number }) {
  const t = useTranslations('chat')
  const { data, error, refetch } = useQuery(conversationQuery(id))
  if (data) return <Opened detail={data} />
  return (
    <div className={css.thread}>
      <Back />
      {isProblem(error, 404) ? (
        <EmptyState title={t('noSuch')} hint={t('noSuchHint')} />
      ) : error ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} framed={false} />
      ) : (
        <div className={css.loading} role="status" aria-busy="true" aria-label={t('loading')}>
          <Skeleton height={48} />
          <Skeleton height={200} />
        </div>
      )}
    </div>
  )
}

/** To the list, on a phone. */
export function Back() {
  const t = useTranslations('chat')
  const [{ search, desk }] = useUrlState<ChatSearch>()
  return (
    <Link to="/chat" search={{ contact: 'support', search, desk }} className={css.back}>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden />
      {t('back')}
    </Link>
  )
}

function Opened({ detail }: { detail: ConversationDetail }) {
  const t = useTranslations('chat')
  return (
    <section className={css.thread} aria-label={detail.subject}>
      <header className={css.head}>
        <Back />
        <h2>{detail.subject}</h2>
        <p className={css.quiet}>
          {[detail.tenantName, t('openedBy', { name: detail.openedBy })].filter(Boolean).join(' · ')}
          {detail.orderNo !== null && (
            <>
              {' · '}
              {detail.orderId === null ? (
                t('aboutOrder', { order: detail.orderNo })
              ) : (
                <Link to="/orders/$ordNo" params={{ ordNo: `id:${detail.orderId}` }}>
                  {t('aboutOrder', { order: detail.orderNo })}
                </Link>
              )}
            </>
          )}
          {detail.issueId !== null && detail.issueNo !== null && (
            <>
              {' · '}
              <Link to="/orders/issues/$number" params={{ number: `id:${detail.issueId}` }}>
                {t('aboutIssue', { number: detail.issueNo })}
              </Link>
            </>
          )}
        </p>
      </header>
      {detail.desk && <Desk detail={detail} desk={detail.desk} />}
      <Messages detail={detail} />
    </section>
  )
}

function Messages({ detail }: { detail: ConversationDetail }) {
  const t = useTranslations('chat')
  const { id } = detail
  const screen = useCursorList(messagesQuery(id))
  const messages = screen.rows.toReversed()
  const arrived = new Set(messages.map(({ key }) => key))
  const outgoing = useOutgoing(id, t('interrupted'), arrived)
  const waiting = outgoing.messages
  const typing = useTyping(id)
  const newest = messages.at(-1)?.no ?? 0
  useMarkRead(detail, newest)
  const log = useFollowedEnd(`${newest} ${waiting.length} ${typing}`, messages.at(-1)?.own ?? true)
  return (
    <>
      {screen.staleFailure !== null && (
        <ErrorCard
          title={t('notLoaded')}
          failure={screen.staleFailure}
          onRetry={() => void screen.refresh()}
          framed={false}
        />
      )}
      <div
        className={css.log}
        ref={log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
        tabIndex={0}
        role="log"
        aria-label={t('messages')}
        aria-busy={screen.loading}
      >
        {screen.more && <MoreButton more={screen.more}>{t('earlier')}</MoreButton>}
        {screen.failure ? (
          <ErrorCard
            title={t('notLoaded')}
            failure={screen.failure}
            onRetry={() => void screen.refresh()}
            framed={false}
          />
        ) : (
          <ol className={css.messages}>
            <Said id={id} messages={messages} readTo={detail.readByOthers} />
            {waiting.map((message) => (
              <OutgoingLine
                key={message.key}
                message={message}
                onAgain={() => outgoing.again(message.key)}
                onDrop={() => outgoing.drop(message.key)}
              />
            ))}
          </ol>
        )}
      </div>
      <p className={css.typing} aria-live="polite">
        {typing !== null && t(`typing.${typing}`)}
      </p>
      {detail.mayWrite ? (
        <Composer id={id} onSend={outgoing.send} />
      ) : (
        <p className={css.quiet}>{t('readOnly')}</p>
      )}
    </>
  )
}

type SaidProps = { id: number; messages: readonly Message[]; readTo: number }

/** Each day begins with its name; the last own message says whether it was read. */
function Said({ id, messages, readTo }: SaidProps) {
  const t = useTranslations('chat')
  const formats = useFormats()
  const lastOwn = messages.findLast(({ own }) => own)?.no
  return messages.map((message, at) => {
    const day = formats.dayOf(message.at)
    const before = messages[at - 1]
    return (
      <Fragment key={message.no}>
        {(!before || formats.dayOf(before.at) !== day) && (
          <li className={css.day}>
            <span>{day}</span>
          </li>
        )}
        <MessageLine
          id={id}
          message={message}
          state={message.no === lastOwn ? t(message.no <= readTo ? 'read' : 'sent') : null}
        />
      </Fragment>
    )
  })
}

/** Stays at the end while somebody reads there, and goes there for what they said themselves. */
function useFollowedEnd(version: string, own: boolean) {
  const log = useRef<HTMLDivElement>(null)
  const near = useRef(true)
  useEffect(() => {
    const place = log.current
    const look = () => {
      if (place) near.current = place.scrollHeight - place.scrollTop - place.clientHeight < NEAR_PX
    }
    place?.addEventListener('scroll', look)
    return () => place?.removeEventListener('scroll', look)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something came
  useLayoutEffect(() => {
    const place = log.current
    if (place && (near.current || own)) place.scrollTop = place.scrollHeight
  }, [version])
  return log
}
