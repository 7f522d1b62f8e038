import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import type { AssistantState } from '../contract.ts'
import css from './assistant.module.css'
import { Composer } from './composer.tsx'
import { ConversationLog, isClosed } from './conversation-log.tsx'
import { KeyBanner } from './key-banner.tsx'
import { LoadedConversation, type Turns } from './loaded-conversation.tsx'
import { PaneMenu } from './pane-menu.tsx'
import { useConversation } from './use-conversation.ts'

const QUICK = ['leadTimes', 'minimums', 'allergens', 'orders'] as const

/** The conversation with the assistant. */
export default function AssistantPane() {
  return (
    <LoadedConversation>{(state, list) => <Conversation state={state} list={list} />}</LoadedConversation>
  )
}

function Conversation({ state, list }: { state: AssistantState; list: Turns }) {
  const t = useTranslations('assistant')
  const { pending, wrong, ask, stop } = useConversation()
  const [{ ask: asked }, change] = useUrlState<{ ask?: string | undefined }>()
  const { values, change: type, forget } = usePersistedDraft('assistant', { text: '' })
  const field = useRef<HTMLTextAreaElement>(null)
  const closed = isClosed(state)
  const count = list.rows.length

  // A question that a link brought waits in the field, for its reader to send.
  const brought = useRef<string>(undefined)
  useEffect(() => {
    // Once: until the address has changed it is drawn again, with the question still in it.
    if (asked === brought.current) return
    brought.current = asked
    if (!asked) return
    type({ text: asked })
    change({ ask: undefined })
    field.current?.focus()
  }, [asked, change, type])

  const send = async (question: string) => {
    if (question.trim() === '' || pending || closed) return
    forget()
    if (!(await ask(question.trim()))) type({ text: question })
  }
  // Where one stopped or sent is gone with it: the next question is written, unless somebody is elsewhere by now.
  const waited = useRef(false)
  useEffect(() => {
    const at = document.activeElement
    if (!pending && waited.current && (at === document.body || at?.matches(':disabled')))
      field.current?.focus()
    waited.current = pending !== null
  }, [pending])
  return (
    <div className={css.pane}>
      <div className={css.head}>
        <span className={css.by}>{t(state.mode === 'provider' ? 'fromProvider' : 'fromRecords')}</span>
        <PaneMenu state={state} empty={count === 0} />
      </div>
      {state.key && <KeyBanner status={state.key.status} provider={state.key.provider} />}
      <ConversationLog state={state} list={list} pending={pending} />
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
      <Composer
        label={t('ask')}
        placeholder={t('placeholder')}
        text={values.text}
        pending={pending !== null}
        closed={closed}
        field={field}
        onType={(text) => type({ text })}
        onSend={() => void send(values.text)}
        onStop={stop}
      />
    </div>
  )
}
