import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { OutsideForm } from './outside-form.tsx'
import { createPasskey } from './passkey-browser.ts'
import css from './second-factor.module.css'
import { confirmPasskey } from './second-factor-api.ts'
import { usePasskeyFault } from './use-passkey-fault.ts'

type NewPasskeyProps = {
  options: Record<string, unknown>
  /** What was asked to be signed is void: it begins anew. */
  onLost: () => void
  onAdded: (recoveryCodes: string[]) => void
}

/** Its name, and the browser's own dialog. */
export function NewPasskey({ options, onLost, onAdded }: NewPasskeyProps) {
  const t = useTranslations('secondFactor')
  const passkeyFault = usePasskeyFault()
  const failureText = useFailureText()
  const [lost, setLost] = useState<string | null>(null)
  if (lost)
    return (
      <div className={css.steps}>
        <p role="alert">{lost}</p>
        <OutsideForm
          submit={t('again')}
          submitting={t('checking')}
          check={() => ({})}
          focusSubmit
          send={async () => onLost()}
        />
      </div>
    )
  return (
    <div className={css.steps}>
      <p>{t('passkeyText')}</p>
      <OutsideForm
        submit={t('createPasskey')}
        submitting={t('checking')}
        check={(value) => ({ name: value('name').trim() ? undefined : t('passkeyNameMissing') })}
        send={async (value) => {
          let made: Record<string, unknown>
          try {
            made = await createPasskey(options)
          } catch (failure) {
            return passkeyFault(failure)
          }
          try {
            onAdded(await confirmPasskey(value('name'), made))
          } catch (failure) {
            // What the server asked to be signed was good once.
            if (!isProblem(failure)) throw failure
            setLost(failureText(failure))
          }
        }}
      >
        {(faults) => (
          <TextField
            name="name"
            label={t('passkeyName')}
            description={t('passkeyNameHint')}
            required
            maxLength={60}
            autoComplete="off"
            error={faults.name}
            autoFocus
            data-autofocus
          />
        )}
      </OutsideForm>
    </div>
  )
}
