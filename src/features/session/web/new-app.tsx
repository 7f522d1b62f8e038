import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { CodeField } from './code-field.tsx'
import { OutsideForm } from './outside-form.tsx'
import css from './second-factor.module.css'
import { confirmFactor, type NewFactor } from './second-factor-api.ts'

// Loaded with the first app that is set up.
const QrCode = lazyComponent(() => import('./qr-code.tsx'))

type NewAppProps = { factor: NewFactor; onAdded: (recoveryCodes: string[]) => void }

/** The picture for an authenticator app, and its first code. */
export function NewApp({ factor, onAdded }: NewAppProps) {
  const t = useTranslations('secondFactor')
  return (
    <div className={css.steps}>
      <p>{t('scan')}</p>
      <Suspense fallback={<div className={css.picture} />}>
        <QrCode text={factor.uri} label={t('picture')} />
      </Suspense>
      <p>
        {t('orType')}
        <br />
        <code className={css.secret}>{factor.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <OutsideForm
        submit={t('turnOn')}
        submitting={t('checking')}
        check={(value) => ({ code: value('code').trim() ? undefined : t('codeMissing') })}
        send={async (value) => onAdded(await confirmFactor(value('code')))}
      >
        {(faults) => <CodeField error={faults.code} autoFocus />}
      </OutsideForm>
    </div>
  )
}
