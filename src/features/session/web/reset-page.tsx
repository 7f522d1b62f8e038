import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { brandName } from '../../../platform/web/brand.ts'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import { passwordWeakness } from '../domain/password-rules.ts'
import { LinkPage } from './link-page.tsx'
import { OutsideForm } from './outside-form.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { lookAtReset, resetPassword } from './password-api.ts'

/** `/reset#token`, from a mail: a new password, once (A6). */
export default function ResetPage() {
  const t = useTranslations('passwords')
  const weak = useTranslations('setUp.weak')
  useDocumentTitle(t('resetTitle'))
  const [done, setDone] = useState(false)
  if (done)
    return (
      <OutsideFrame title={t('resetTitle')}>
        <EmptyState
          title={t('doneTitle')}
          hint={t('doneText')}
          icon={<IconCircleCheck size={22} stroke={1.75} />}
          actions={<Link to="/acces">{t('toSignIn')}</Link>}
        />
      </OutsideFrame>
    )
  const wrong = (password: string, email: string, shortest: number) => {
    if (!password) return t('missing')
    const weakness = passwordWeakness(password, [brandName, email], shortest)
    return weakness && weak(weakness, { shortest })
  }
  return (
    <LinkPage
      path="/reset"
      title={t('resetTitle')}
      look={lookAtReset}
      elsewhere={<Link to="/forgot">{t('voidHint')}</Link>}
      failed={t('failed')}
      height={180}
    >
      {({ email, shortest }, token) => (
        <OutsideFrame title={t('resetTitle')} lead={t('resetLead', { email })}>
          <OutsideForm
            submit={t('save')}
            submitting={t('saving')}
            check={(value) => ({ password: wrong(value('password'), email, shortest) })}
            send={async (value) => {
              await resetPassword(token, value('password'))
              setDone(true)
            }}
          >
            {(faults) => (
              <>
                {/* So that password managers know whose it is. */}
                <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
                <PasswordField
                  name="password"
                  label={t('password')}
                  description={t('hint', { shortest })}
                  autoComplete="new-password"
                  required
                  maxLength={128}
                  error={faults.password}
                />
              </>
            )}
          </OutsideForm>
        </OutsideFrame>
      )}
    </LinkPage>
  )
}
