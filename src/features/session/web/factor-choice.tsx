import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import css from './second-factor.module.css'

export type FactorKind = 'app' | 'passkey'

const ICON = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

/** The ways of which one is set up first; others can follow. */
export function FactorChoice({ onChoose }: { onChoose: (kind: FactorKind) => void }) {
  const t = useTranslations('secondFactor')
  return (
    <div className={css.steps}>
      <p>{t('choose')}</p>
      <button type="button" className={css.choice} onClick={() => onChoose('passkey')}>
        <IconFingerprint {...ICON} />
        <span>
          <strong>{t('passkey')}</strong>
          <small>{t('passkeyText')}</small>
        </span>
      </button>
      <button type="button" className={css.choice} onClick={() => onChoose('app')}>
        <IconDeviceMobile {...ICON} />
        <span>
          <strong>{t('app')}</strong>
          <small>{t('appText')}</small>
        </span>
      </button>
    </div>
  )
}
