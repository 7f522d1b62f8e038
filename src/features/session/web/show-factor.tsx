import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CodeField } from './code-field.tsx'
import { OutsideForm } from './outside-form.tsx'
import { passkeysWork, signWithPasskey } from './passkey-browser.ts'
import css from './second-factor.module.css'
import type { Shown, SmsSent } from './second-factor-api.ts'
import { SmsCode } from './sms-code.tsx'
import { usePasskeyFault } from './use-passkey-fault.ts'

const WAYS = ['passkey', 'totp', 'sms', 'recovery'] as const
export type WayShown = (typeof WAYS)[number]

/** Those that the person has, as far as this browser can; the least work first. */
const openWays = (ways: readonly string[]): WayShown[] =>
  WAYS.filter((way) => ways.includes(way) && (way !== 'passkey' || passkeysWork()))
export const firstWay = (ways: readonly string[]): WayShown => openWays(ways)[0] ?? 'totp'

const SWITCH = { passkey: 'usePasskey', totp: 'useApp', sms: 'useSms', recovery: 'useRecovery' } as const

type ShowFactorProps = {
  ways: readonly string[]
  way: WayShown
  onWay: (way: WayShown) => void
  /** What the passkey has to sign. */
  askPasskey: () => Promise<Record<string, unknown>>
  askSms: () => Promise<SmsSent>
  send: (shown: Shown, value: (field: string) => string) => Promise<void>
  onBack?: () => void
  /** More fields. */
  children?: ReactNode
}

/** A second factor is shown: a passkey, a code of the app or by SMS, or a recovery code, with the way to each other that the person has. */
export function ShowFactor({
  ways,
  way,
  onWay,
  askPasskey,
  askSms,
  send,
  onBack,
  children,
}: ShowFactorProps) {
  const t = useTranslations('secondFactor')
  const passkeyFault = usePasskeyFault()
  return (
    <>
      {way === 'passkey' ? (
        <OutsideForm
          key={way}
          submit={t('usePasskey')}
          submitting={t('checking')}
          check={() => ({})}
          focusSubmit
          send={async (value) => {
            try {
              await send({ passkey: await signWithPasskey(await askPasskey()) }, value)
            } catch (failure) {
              return passkeyFault(failure)
            }
          }}
        >
          {() => children}
        </OutsideForm>
      ) : way === 'sms' ? (
        <SmsCode ask={askSms} submit={t('continue')} send={(sms, value) => send({ sms }, value)}>
          {children}
        </SmsCode>
      ) : (
        <OutsideForm
          key={way}
          submit={t('continue')}
          submitting={t('checking')}
          check={(value) => ({ code: value('code').trim() ? undefined : t('codeMissing') })}
          send={(value) => send({ code: value('code') }, value)}
        >
          {(faults) => (
            <>
              <CodeField recovery={way === 'recovery'} error={faults.code} autoFocus />
              {children}
            </>
          )}
        </OutsideForm>
      )}
      <p className={css.ways}>
        {openWays(ways)
          .filter((other) => other !== way)
          .map((other) => (
            <button key={other} type="button" onClick={() => onWay(other)}>
              {t(SWITCH[other])}
            </button>
          ))}
        {onBack && (
          <button type="button" onClick={onBack}>
            {t('back')}
          </button>
        )}
      </p>
    </>
  )
}
