import { useTranslations } from 'use-intl'
import type { SignatureAsked } from '../../../platform/web/api/step-up.ts'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { OutsideForm } from './outside-form.tsx'
import { passkeysWork, signWithPasskey } from './passkey-browser.ts'
import { PasswordForm } from './password-form.tsx'
import css from './second-factor.module.css'
import { askPasskeyToSign, signRequests } from './second-factor-api.ts'
import { usePasskeyFault } from './use-passkey-fault.ts'

type SignDialogProps = {
  ways: readonly string[]
  asked: SignatureAsked
  onEnd: (signing: string | null) => void
}

/** A signature (J7): what it means and each row that it covers are said before password or passkey is given. */
export default function SignDialog({ ways, asked: { signing, requests }, onEnd }: SignDialogProps) {
  const t = useTranslations('secondFactor')
  const passkeyFault = usePasskeyFault()
  return (
    <Dialog opened title={t('signTitle')} onClose={() => onEnd(null)} size="sm">
      <div className={css.steps}>
        <p>
          <strong>{t('signMeaning')}</strong> {signing.meaning}
        </p>
        <ul className={css.signed} aria-label={t('signRows', { count: signing.rows.length })}>
          {signing.rows.map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ul>
        <p>{t('signText')}</p>
        <PasswordForm
          submit={t('sign')}
          send={async (password) => onEnd(await signRequests({ password }, requests))}
        />
        {ways.includes('passkey') && passkeysWork() && (
          <OutsideForm
            submit={t('usePasskey')}
            submitting={t('checking')}
            check={() => ({})}
            send={async () => {
              try {
                onEnd(
                  await signRequests({ passkey: await signWithPasskey(await askPasskeyToSign()) }, requests),
                )
              } catch (failure) {
                return passkeyFault(failure)
              }
            }}
          />
        )}
      </div>
    </Dialog>
  )
}
