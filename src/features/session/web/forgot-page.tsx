import { IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { OutsideForm } from './outside-form.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { forgetPassword } from './password-api.ts'

/** `/forgot`: a link by mail. What it says does not tell whether the account exists (A5). */
export default function ForgotPage() {
  const t = useTranslations('passwords')
  useDocumentTitle(t('forgotTitle'))
  const [sentTo, setSentTo] = useState<string | null>(null)
  const back = <Link to="/acces">{t('toSignIn')}</Link>
  if (sentTo !== null)
    return (
      <OutsideFrame title={t('forgotTitle')}>
        <EmptyState
          title={t('sentTitle')}
          hint={t('sentText', { email: sentTo })}
          icon={<IconMail size={22} stroke={1.75} />}
          actions={back}
        />
      </OutsideFrame>
    )
  return (
    <OutsideFrame title={t('forgotTitle')} lead={t('forgotLead')}>
      <OutsideForm
        submit={t('send')}
        submitting={t('sending')}
        check={(value) => ({ email: value('email').trim() ? undefined : t('emailMissing') })}
        send={async (value) => {
          const email = value('email').trim()
          await forgetPassword(email)
          setSentTo(email)
        }}
      >
        {(faults) => (
          <>
            <TextField
              name="email"
              type="email"
              label={t('email')}
              autoComplete="username"
              inputMode="email"
              required
              maxLength={320}
              error={faults.email}
            />
            {back}
          </>
        )}
      </OutsideForm>
    </OutsideFrame>
  )
}
