import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { brandName } from '../../../platform/web/brand.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { passwordWeakness, shortestPassword } from '../domain/password-rules.ts'
import { ownSecondFactorQuery } from './own-second-factor-query.ts'
import { changePassword } from './password-api.ts'
import css from './password-panel.module.css'

type Faults = Record<string, string | undefined>

/** A new password, by who knows the present one; the other sessions end. Nothing of it is kept in the browser. */
export function PasswordPanel({ email, onChanged }: { email: string; onChanged: () => unknown }) {
  const t = useTranslations('security')
  const weak = useTranslations('setUp.weak')
  const failureText = useFailureText()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const shortest = shortestPassword(useQuery(ownSecondFactorQuery).data?.needed ?? false)
  const check = (): Faults => {
    const weakness = passwordWeakness(password, [brandName, email], shortest)
    return {
      current: current === '' ? t('currentMissing') : undefined,
      password: weakness && weak(weakness, { shortest }),
    }
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    const show = (found: Faults) => {
      setFaults(found)
      const first = Object.keys(found).find((field) => found[field])
      if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return first !== undefined
    }
    if (show(check())) return
    setBusy(true)
    try {
      await changePassword(current, password)
      setCurrent('')
      setPassword('')
      toast.done(t('passwordChanged'))
      onChanged()
    } catch (fault) {
      const named = isProblem(fault, 422) ? (fault.problem.errors ?? []) : []
      if (!show(Object.fromEntries(named.map(({ path, message }) => [path, message]))))
        toast.failed(failureText(fault))
    }
    setBusy(false)
  }
  return (
    <Panel title={t('password')} note={t('passwordNote')}>
      <form className={css.fields} onSubmit={send} noValidate aria-busy={busy || undefined}>
        {/* So that password managers know whose it is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          name="current"
          label={t('currentPassword')}
          autoComplete="current-password"
          required
          maxLength={128}
          value={current}
          error={faults.current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordField
          name="password"
          label={t('newPassword')}
          description={t('passwordHint', { shortest })}
          autoComplete="new-password"
          required
          maxLength={128}
          value={password}
          error={faults.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={busy}>
            {t('changePassword')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
