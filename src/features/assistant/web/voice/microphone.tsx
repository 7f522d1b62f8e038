import { IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ListeningState } from './use-listening.ts'
import { usePress } from './use-press.ts'
import css from './voice.module.css'

type MicrophoneProps = {
  hearing: ListeningState
  /** Who turns it into words. */
  hears: string
  disabled: boolean
  onBegin: () => void
  onEnd: () => void
}

export function Microphone({ hearing, hears, disabled, onBegin, onEnd }: MicrophoneProps) {
  const t = useTranslations('voice')
  const active = hearing !== 'idle'
  const press = usePress({ active, onBegin, onEnd })
  const Icon = active ? IconPlayerStopFilled : IconMicrophone
  return (
    <div className={css.microphone}>
      <button
        type="button"
        className={css.talk}
        data-hearing={hearing}
        disabled={disabled}
        aria-describedby="voice-hint"
        {...press}
      >
        <Icon size={32} stroke={1.75} aria-hidden />
        <span>{t(active ? 'done' : 'speak')}</span>
      </button>
      <p id="voice-hint" className={css.hint}>
        {t('hint')} {hears}
      </p>
    </div>
  )
}
