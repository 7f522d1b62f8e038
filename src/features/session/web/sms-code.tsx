import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import { CodeField } from './code-field.tsx'
import { OutsideForm } from './outside-form.tsx'
import css from './second-factor.module.css'
import type { SmsSent } from './second-factor-api.ts'

type Sent = { number: string; until: number }
const fromNow = ({ number, again }: SmsSent): Sent => ({ number, until: Date.now() + again * 1000 })

type SmsCodeProps = {
  /** Sends one. */
  ask: () => Promise<SmsSent>
  /** One is on its way already. */
  sent?: SmsSent
  submit: string
  send: (code: string, value: (field: string) => string) => Promise<unknown>
  /** More fields. */
  children?: ReactNode
}

/** A code by SMS: sent when it is asked for, then typed; another one after a while. */
export function SmsCode({ ask, sent: given, submit, send, children }: SmsCodeProps) {
  const t = useTranslations('secondFactor')
  const failureText = useFailureText()
  const [sent, setSent] = useState<Sent | null>(() => (given ? fromNow(given) : null))
  const [sending, setSending] = useState(false)
  const left = useSecondsUntil(sent?.until ?? 0)
  if (!sent)
    return (
      <OutsideForm
        key="send"
        submit={t('sendSms')}
        submitting={t('smsSending')}
        check={() => ({})}
        focusSubmit
        send={async () => setSent(fromNow(await ask()))}
      />
    )
  const another = async () => {
    setSending(true)
    try {
      setSent(fromNow(await ask()))
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    setSending(false)
  }
  return (
    <>
      <p role="status">{t('smsSent', { number: sent.number })}</p>
      <OutsideForm
        key="code"
        submit={submit}
        submitting={t('checking')}
        check={(value) => ({ sms: value('sms').trim() ? undefined : t('codeMissing') })}
        send={(value) => send(value('sms'), value)}
      >
        {(faults) => (
          <>
            <CodeField name="sms" label={t('smsCode')} error={faults.sms} autoFocus />
            {children}
          </>
        )}
      </OutsideForm>
      <p className={css.ways}>
        <button type="button" disabled={left > 0 || sending} onClick={() => void another()}>
          {left > 0 ? t('smsAgainIn', { time: clock(left) }) : t('smsAgain')}
        </button>
      </p>
    </>
  )
}

/** Counts down while there is something to count. */
function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}

/** 0:27, 14:05, 3:20:00 */
function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first, ...rest] = parts[0] ? parts : parts.slice(1)
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}
