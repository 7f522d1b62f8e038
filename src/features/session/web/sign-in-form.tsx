import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import { sessionState } from './session-store.ts'
import { signIn, signInTemporarily } from './sign-in.ts'
import css from './sign-in-page.module.css'

type Said = { title: string; detail?: string }
type Missing = { email?: string; password?: string }

/** What can be shown now, and for how many days this device may be trusted then; undefined: the company does not allow it. */
export type Half = { ways: readonly string[]; trustDays: number | undefined }

type SignInFormProps = {
  onSignedIn: () => void
  /** The password was right, and a second factor is still to come. */
  onHalf: (half: Half) => void
  /** Why one begins again. */
  late?: string | undefined
}

/** E-mail and password, both required; the error box takes the focus of those who cannot see it appear. */
export function SignInForm({ onSignedIn, onHalf, late }: SignInFormProps) {
  const t = useTranslations('session')
  const failureText = useFailureText()
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<Missing>({})
  const [verifying, setVerifying] = useState<'password' | 'temporary' | null>(null)
  const [failure, setFailure] = useState<Said | null>(late ? { title: late } : null)
  const state = sessionState()
  const reason = state.status === 'out' ? state.reason : undefined
  const why = reason === 'timeout' ? t('lookUpTimeout') : reason === 'ended' ? t('ended') : null
  const shown: Said | null = failure ?? (why ? { title: why } : null)

  const say = (caught: unknown): Said => {
    if (!isProblem(caught)) return { title: failureText(caught) }
    const { title, detail } = caught.problem
    return detail ? { title, detail } : { title: caught.status === 401 ? t('failed') : title }
  }

  const typed = () => {
    const fields = new FormData(form.current ?? undefined)
    return { email: String(fields.get('email') ?? '').trim(), password: String(fields.get('password') ?? '') }
  }

  const attempt = async (by: 'password' | 'temporary', work: () => Promise<void>) => {
    setVerifying(by)
    setFailure(null)
    try {
      await work()
      onSignedIn()
    } catch (caught) {
      if (isProblem(caught, 401) && caught.code === 'second_factor_required') {
        const days = caught.problem.figures?.trustDays
        return onHalf({
          ways: caught.problem.ways ?? [],
          trustDays: days === undefined ? undefined : Number(days),
        })
      }
      setFailure(say(caught))
      setVerifying(null)
    }
  }

  /** The same two fields, with the code in the place of the password. */
  const enterTemporarily = () => {
    const { email, password } = typed()
    setMissing({})
    if (!email || !password) return setFailure({ title: t('temporaryMissing') })
    void attempt('temporary', () => signInTemporarily(email, password))
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email, password } = typed()
    const lacking: Missing = {
      ...(email ? {} : { email: t('emailMissing') }),
      ...(password ? {} : { password: t('passwordMissing') }),
    }
    setMissing(lacking)
    const first = lacking.email ? 'email' : lacking.password ? 'password' : null
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    void attempt('password', () => signIn(email, password))
  }

  return (
    <form
      ref={form}
      className={css.fields}
      onSubmit={submit}
      noValidate
      aria-busy={verifying !== null || undefined}
    >
      <TextField
        name="email"
        type="email"
        label={t('email')}
        autoComplete="username"
        inputMode="email"
        required
        maxLength={320}
        error={missing.email}
      />
      <PasswordField
        name="password"
        label={t('password')}
        autoComplete="current-password"
        required
        maxLength={128}
        error={missing.password}
      />
      {shown && (
        <div className={css.error} role="alert">
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          <div>
            <p>{shown.title}</p>
            {shown.detail && <small>{shown.detail}</small>}
          </div>
        </div>
      )}
      <Button
        type="submit"
        size="md"
        fullWidth
        disabled={verifying !== null}
        data-verifying={verifying !== null || undefined}
      >
        {verifying === 'password' ? t('verifying') : t('logIn')}
      </Button>
      <Button variant="default" size="md" fullWidth disabled={verifying !== null} onClick={enterTemporarily}>
        {verifying === 'temporary' ? t('verifying') : t('temporary')}
      </Button>
    </form>
  )
}
