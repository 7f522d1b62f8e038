import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { usePersistedDraft } from '../../../../platform/web/forms/use-persisted-draft.ts'
import type { AssistantState, Turn } from '../../contract.ts'
import type { Hearer, VoiceState } from '../../voice-contract.ts'
import { Composer } from '../composer.tsx'
import { ConversationLog, isClosed } from '../conversation-log.tsx'
import type { Turns } from '../loaded-conversation.tsx'
import { useConversation } from '../use-conversation.ts'
import { Microphone } from './microphone.tsx'
import { NoEar } from './no-ear.tsx'
import { ReadButton } from './read-button.tsx'
import { ToldDialog } from './told-dialog.tsx'
import { useAloud } from './use-aloud.ts'
import { useListening } from './use-listening.ts'
import { useReading } from './use-reading.ts'
import { useWays } from './use-ways.ts'
import css from './voice.module.css'

const LONGEST = 2000

type SpeakingProps = { voice: VoiceState; state: AssistantState; list: Turns; onChoose: () => void }

/** Spoken words wait in the field until they are sent; answers sound where one wants that. */
export function Speaking({ voice, state, list, onChoose }: SpeakingProps) {
  const t = useTranslations('voice')
  const { locale: language } = useFormats()
  const { hearer, reader, ear, mouth } = useWays(voice)
  const { values, change: type, forget } = usePersistedDraft('voice', { text: '' }, { onlyHere: true })
  const { aloud, keepAloud } = useAloud()
  const [ready, setReady] = useState(false)
  /** What waits until its asker was told who hears. */
  const [untold, setUntold] = useState<{ of: Hearer; then: () => void } | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  /** What stood in the field before one spoke. */
  const before = useRef('')
  const { reading, fault: unsounded, read, stop: silence } = useReading(mouth)
  const sounds = aloud && reader !== null && voice.told[reader]
  const { pending, wrong, ask, stop } = useConversation((turn) => sounds && read(turn))
  const closed = isClosed(state)

  const { hearing, fault, begin, end, discard } = useListening(ear, language, (words, whole) => {
    type({ text: [before.current, words].filter(Boolean).join(' ').slice(0, LONGEST) })
    setReady(whole)
    if (whole) field.current?.focus()
  })
  const once = (of: Hearer, then: () => void) => (voice.told[of] ? then() : setUntold({ of, then }))
  const speak = (of: Hearer) => {
    silence()
    setReady(false)
    before.current = values.text.trim()
    once(of, begin)
  }
  const sound = (of: Hearer, turn: Turn) => (reading === turn.id ? silence() : once(of, () => read(turn)))
  const send = async () => {
    const question = values.text.trim()
    if (question === '' || pending || closed) return
    silence()
    setReady(false)
    forget()
    if (!(await ask(question))) type({ text: question })
    field.current?.focus()
  }

  // Whatever runs is left by Escape, wherever the focus is.
  useEffect(() => {
    const pressed = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      if (discard()) type({ text: before.current })
      if (pending) stop()
      silence()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  })

  const told = hearing !== 'idle' ? t(hearing) : reading !== null ? t('reading') : ready ? t('ready') : ''
  const failed = fault ?? unsounded
  const provider = voice.provider?.name ?? ''
  return (
    <div className={css.speaking}>
      {!closed && !hearer && <NoEar voice={voice} onChoose={onChoose} />}
      {!closed && hearer && (
        <Microphone
          hearing={hearing}
          hears={hearer === 'browser' ? t('hears.browser') : t('hears.provider', { name: provider })}
          disabled={pending !== null}
          onBegin={() => speak(hearer)}
          onEnd={end}
        />
      )}
      <p role="status" className={css.told} data-ear={hearer ?? undefined}>
        {told}
      </p>
      {failed !== null && (
        <p role="alert" className={css.wrong}>
          {typeof failed === 'string' ? t(`wrong.${failed}`) : failed.said}
        </p>
      )}
      <Composer
        label={t('words')}
        placeholder={t(hearer ? 'placeholder' : 'typed')}
        text={values.text}
        pending={pending !== null}
        closed={closed}
        readOnly={hearing !== 'idle'}
        field={field}
        onType={(text) => type({ text })}
        onSend={() => void send()}
        onStop={stop}
      />
      {wrong !== null && (
        <p role="alert" className={css.wrong}>
          {wrong}
        </p>
      )}
      {mouth && !closed && (
        <Checkbox
          label={t('aloud')}
          checked={aloud}
          onChange={(event) => {
            keepAloud(event.currentTarget.checked)
            silence()
          }}
        />
      )}
      <div className={css.log}>
        <ConversationLog
          state={state}
          list={list}
          pending={pending}
          sounding={sounds}
          action={(turn) =>
            reader && <ReadButton reading={reading === turn.id} onPress={() => sound(reader, turn)} />
          }
        />
      </div>
      {untold && (
        <ToldDialog hearer={untold.of} name={provider} onTold={untold.then} onClose={() => setUntold(null)} />
      )}
    </div>
  )
}
