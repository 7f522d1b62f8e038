import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { brandName } from '../../../platform/web/brand.ts'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import { passwordWeakness } from '../domain/password-rules.ts'
import { acceptInvitation, type InvitationFacts, lookAtInvitation } from './invitation-api.ts'
import { LinkPage } from './link-page.tsx'
import { OutsideForm } from './outside-form.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { RoleName } from './role-name.tsx'
import { signIn } from './sign-in.ts'

/** `/invitation#token`, from a mail: a new account, or the one that the address has already (A6). */
export default function InvitationPage() {
  const t = useTranslations('invitation')
  const passwords = useTranslations('passwords')
  useDocumentTitle(t('plainTitle'))
  const [joined, setJoined] = useState<string | null>(null)
  if (joined !== null)
    return (
      <OutsideFrame title={t('plainTitle')}>
        <EmptyState
          title={t('doneTitle', { tenant: joined })}
          icon={<IconCircleCheck size={22} stroke={1.75} />}
          // A whole new page: the session is looked up afresh.
          actions={<a href="/">{t('open')}</a>}
        />
      </OutsideFrame>
    )
  return (
    <LinkPage
      path="/invitation"
      title={t('plainTitle')}
      look={lookAtInvitation}
      elsewhere={<Link to="/acces">{passwords('toSignIn')}</Link>}
      failed={t('failed')}
      height={240}
    >
      {(facts, token) => <Acceptance token={token} facts={facts} onJoined={setJoined} />}
    </LinkPage>
  )
}

type AcceptanceProps = { token: string; facts: InvitationFacts; onJoined: (tenant: string) => void }

function Acceptance({ token, facts, onJoined }: AcceptanceProps) {
  const t = useTranslations('invitation')
  const passwords = useTranslations('passwords')
  const session = useTranslations('session')
  const weak = useTranslations('setUp.weak')
  const { email, tenant, role, roleNames, hasAccount, shortest } = facts
  const wrongPassword = (password: string) => {
    if (!password) return hasAccount ? session('passwordMissing') : passwords('missing')
    const weakness = hasAccount ? undefined : passwordWeakness(password, [brandName, tenant, email], shortest)
    return weakness && weak(weakness, { shortest })
  }
  return (
    <OutsideFrame title={t('title', { tenant })}>
      <p>{t.rich('lead', { email, role: () => <RoleName role={role} names={roleNames} /> })}</p>
      {hasAccount && <p>{t('hasAccount', { email })}</p>}
      <OutsideForm
        submit={t(hasAccount ? 'signIn' : 'join')}
        submitting={t('joining')}
        check={(value) => ({
          name: hasAccount || value('name').trim() ? undefined : t('nameMissing'),
          password: wrongPassword(value('password')),
        })}
        send={async (value) => {
          const password = value('password')
          if (hasAccount) {
            await signIn(email, password)
            await acceptInvitation(token)
          } else {
            await acceptInvitation(token, { name: value('name').trim(), password })
            await signIn(email, password)
          }
          onJoined(tenant)
        }}
      >
        {(faults) => (
          <>
            {/* So that password managers know whose it is. */}
            <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
            {!hasAccount && (
              <TextField
                name="name"
                label={t('name')}
                autoComplete="name"
                required
                maxLength={200}
                error={faults.name}
              />
            )}
            <PasswordField
              name="password"
              label={session('password')}
              {...(!hasAccount && { description: passwords('hint', { shortest }) })}
              autoComplete={hasAccount ? 'current-password' : 'new-password'}
              required
              maxLength={128}
              error={faults.password}
            />
          </>
        )}
      </OutsideForm>
    </OutsideFrame>
  )
}
