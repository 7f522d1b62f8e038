import { IconDeviceMobile, IconFingerprint, IconMessage } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import css from './second-factor.module.css'

export type FactorKind = 'app' | 'passkey' | 'sms'

const ICON = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

const KINDS = {
  passkey: { Icon: IconFingerprint, text: 'passkeyText' },
  app: { Icon: IconDeviceMobile, text: 'appText' },
  sms: { Icon: IconMessage, text: 'smsText' },
} as const

type FactorChoiceProps = { kinds: readonly FactorKind[]; onChoose: (kind: FactorKind) => void }

/** The ways of which one is set up first; others can follow. */
export function FactorChoice({ kinds, onChoose }: FactorChoiceProps) {
  const t = useTranslations('secondFactor')
  return (
    <div className={css.steps}>
      <p>{t('choose')}</p>
      {kinds.map((kind) => {
        const { Icon, text } = KINDS[kind]
        return (
          <button key={kind} type="button" className={css.choice} onClick={() => onChoose(kind)}>
            <Icon {...ICON} />
            <span>
              <strong>{t(kind)}</strong>
              <small>{t(text)}</small>
            </span>
          </button>
        )
      })}
    </div>
  )
}
