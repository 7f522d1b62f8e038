import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { CodeField } from './code-field.tsx'
import { OutsideForm } from './outside-form.tsx'
import css from './second-factor.module.css'
import { finishSignIn } from './sign-in.ts'

type CodeFormProps = {
  /** Days that this device may be trusted for; undefined: the company does not allow it. */
  trustDays: number | undefined
  onSignedIn: () => void
  /** Back to e-mail and password; `late`: the first half was too long ago. */
  onBack: (late?: string) => void
}

/** The second half of a sign-in. */
export default function CodeForm({ trustDays, onSignedIn, onBack }: CodeFormProps) {
  const t = useTranslations('secondFactor')
  const [recovery, setRecovery] = useState(false)
  return (
    <>
      <OutsideForm
        submit={t('continue')}
        submitting={t('checking')}
        check={(value) => ({ code: value('code').trim() ? undefined : t('codeMissing') })}
        send={async (value) => {
          try {
            await finishSignIn(value('code'), value('trust') === 'on')
          } catch (failure) {
            if (isProblem(failure, 401) && failure.code === 'sign_in_again')
              return onBack(failure.problem.title)
            throw failure
          }
          onSignedIn()
        }}
      >
        {(faults) => (
          <>
            <CodeField recovery={recovery} error={faults.code} autoFocus />
            {trustDays !== undefined && <Checkbox name="trust" label={t('trust', { days: trustDays })} />}
          </>
        )}
      </OutsideForm>
      <p className={css.ways}>
        <button type="button" onClick={() => setRecovery(!recovery)}>
          {t(recovery ? 'useApp' : 'useRecovery')}
        </button>
        <button type="button" onClick={() => onBack()}>
          {t('back')}
        </button>
      </p>
    </>
  )
}
