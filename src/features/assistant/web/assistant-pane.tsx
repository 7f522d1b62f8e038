import { Button, Skeleton, Textarea } from '@mantine/core'
import { IconPlayerStop, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useKeptDraft } from '../../../platform/web/forms/use-kept-draft.ts'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import type { AssistantState } from '../contract.ts'
import { Exchange } from './answer.tsx'
import css from './assistant.module.css'
import { stateQuery, turnsQuery } from './assistant-queries.ts'
import { KeyBanner } from './key-banner.tsx'
import { PaneMenu } from './pane-menu.tsx'
import { useConversation } from './use-conversation.ts'

const QUICK = ['leadTimes', 'minimums', 'allergens', 'orders'] as const
const LONGEST = 2000

/** The conversation with the assistant. */
export default function AssistantPane() {
  const t = useTranslations('assistant')
  const { data, error, refetch } = useQuery(stateQuery)
  const list = useTurns()
  if (data && list.first) return <Conversation state={data} list={list} />
  const failure = error ?? list.failure
  if (failure)
    return (
      <ErrorCard
        title={t('notLoaded')}
        failure={failure}
        onRetry={() => void Promise.all([refetch(), list.refresh()])}
        framed={false}
      />
    )
  return (
    <div className={css.pane} role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton height={48} />
      <Skeleton height={200} />
    </div>
  )
}

type Turns = ReturnType<typeof useTurns>
const useTurns = () => useCursorList(turnsQuery)

function Conversation({ state, list }: { state: AssistantState; list: Turns }) {
  const t = useTranslations('assistant')
  const { pending, wrong, ask, stop } = useConversation()
  const [{ ask: asked }, change] = useUrlState<{ ask?: string | undefined }>()
  const { values, change: type, forget } = useKeptDraft('assistant', { text: '' })
  const field = useRef<HTMLTextAreaElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const closed = state.mode === 'off' || !state.canAsk
  const count = list.rows.length
  const said = pending?.text.length ?? 0

  // A question that a link brought waits in the field, for its reader to send.
  useEffect(() => {
    if (!asked) return
    type({ text: asked })
    change({ ask: undefined })
    field.current?.focus()
  }, [asked, change, type])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was added, its end is what one reads
  useLayoutEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [count, said, pending === null])

  const send = async (question: string) => {
    if (question.trim() === '' || pending || closed) return
    forget()
    if (!(await ask(question.trim()))) type({ text: question })
    field.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send(values.text)
  }
  return (
    <div className={css.pane}>
      <div className={css.head}>
        <span className={css.by}>{t(state.mode === 'provider' ? 'fromProvider' : 'fromRecords')}</span>
        <PaneMenu state={state} empty={count === 0} />
      </div>
      {state.key && <KeyBanner status={state.key.status} provider={state.key.provider} />}
      <div className={css.log} ref={log} tabIndex={-1}>
        {list.more && (
          <Button variant="default" loading={list.more.loading} onClick={() => void list.more?.load()}>
            {t('earlier')}
          </Button>
        )}
        <ol className={css.messages} aria-live="polite" aria-label={t('conversation')}>
          <li>
            <span className={css.by}>{t('assistant')}</span>
            <p className={css.bubble}>{t(closed ? (state.canAsk ? 'off' : 'readOnly') : 'greeting')}</p>
          </li>
          {list.rows.toReversed().map((turn) => (
            <Exchange key={turn.id} turn={turn} />
          ))}
          {pending && (
            <>
              <li data-own>
                <p className={css.bubble}>{pending.question}</p>
              </li>
              <li>
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
      {count === 0 && !pending && !closed && (
        <fieldset className={css.quick}>
          <legend className="visually-hidden">{t('quick.title')}</legend>
          {QUICK.map((key) => (
            <Button key={key} variant="default" onClick={() => void send(t(`quick.${key}`))}>
              {t(`quick.${key}`)}
            </Button>
          ))}
        </fieldset>
      )}
      {wrong !== null && (
        <p role="alert" className={css.wrong}>
          {wrong}
        </p>
      )}
      <form
        className={css.write}
        onSubmit={(event) => {
          event.preventDefault()
          void send(values.text)
        }}
      >
        <Textarea
          ref={field}
          aria-label={t('ask')}
          placeholder={t('placeholder')}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={LONGEST}
          value={values.text}
          disabled={pending !== null || closed}
          onChange={(event) => type({ text: event.currentTarget.value })}
          onKeyDown={pressed}
        />
        {pending ? (
          <Button
            type="button"
            variant="default"
            leftSection={<IconPlayerStop size={18} stroke={1.75} aria-hidden />}
            onClick={stop}
          >
            {t('stop')}
          </Button>
        ) : (
          <Button
            type="submit"
            disabled={closed || values.text.trim() === ''}
            leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
          >
            {t('send')}
          </Button>
        )}
      </form>
    </div>
  )
}
