import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import { FactorChoice, type FactorKind } from './factor-choice.tsx'
import { NewApp } from './new-app.tsx'
import { NewNumber } from './new-number.tsx'
import { NewPasskey } from './new-passkey.tsx'
import { OutsideForm } from './outside-form.tsx'
import { passkeysWork } from './passkey-browser.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { beginFactor, beginPasskey, type NewFactor } from './second-factor-api.ts'

type Begun = { kind: 'app'; app: NewFactor } | { kind: 'passkey'; options: Record<string, unknown> }

const begin = async (kind: Begun['kind'], password: string): Promise<Begun> =>
  kind === 'app'
    ? { kind, app: await beginFactor(password) }
    : { kind, options: await beginPasskey(password) }

const offered = (sendsSms: boolean): FactorKind[] => [
  ...(passkeysWork() ? (['passkey'] as const) : []),
  'app',
  ...(sendsSms ? (['sms'] as const) : []),
]

type FactorSetUpProps = {
  /** Undefined: the person chooses. */
  kind?: FactorKind
  /** Whether codes by SMS can be chosen. */
  sendsSms?: boolean
  /** Typed a moment ago at the sign-in: not asked for again. */
  password?: string | undefined
  /** The button after the recovery codes. */
  done: string
  onDone: () => void
  /** The codes are on screen: from now on the second factor is asked for. */
  onEnrolled?: () => void
}

/** Which, password, picture and first code or the browser's dialog, recovery codes: one after the other. */
export function FactorSetUp({
  kind: given,
  sendsSms = false,
  password,
  done,
  onDone,
  onEnrolled,
}: FactorSetUpProps) {
  const t = useTranslations('secondFactor')
  const [kinds] = useState(() => offered(sendsSms))
  const [kind, setKind] = useState(given ?? (kinds.length === 1 ? kinds[0] : undefined))
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  // When it does not work by itself, the form asks.
  useEffect(() => {
    if (password && kind && kind !== 'sms') begin(kind, password).then(setBegun, () => undefined)
  }, [password, kind])
  const enrolled = (made: string[]) => {
    if (made.length === 0) return onDone()
    setCodes(made)
    onEnrolled?.()
  }
  if (codes) return <RecoveryCodes codes={codes} done={done} onDone={onDone} />
  if (!kind) return <FactorChoice kinds={kinds} onChoose={setKind} />
  if (kind === 'sms') return <NewNumber password={password} onAdded={enrolled} />
  if (begun?.kind === 'app') return <NewApp factor={begun.app} onAdded={enrolled} />
  if (begun) return <NewPasskey options={begun.options} onLost={() => setBegun(null)} onAdded={enrolled} />
  return (
    <OutsideForm
      submit={t('continue')}
      submitting={t('checking')}
      check={(value) => ({ password: value('password') ? undefined : t('passwordMissing') })}
      send={async (value) => setBegun(await begin(kind, value('password')))}
    >
      {(faults) => (
        <PasswordField
          name="password"
          data-autofocus
          label={t('password')}
          description={t('passwordWhy')}
          autoComplete="current-password"
          required
          maxLength={128}
          error={faults.password}
        />
      )}
    </OutsideForm>
  )
}
