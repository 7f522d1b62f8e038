import { Skeleton } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { brandName } from '../../../platform/web/brand.ts'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PasswordField } from '../../../platform/web/kit/fields.tsx'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { passwordWeakness } from '../domain/password-rules.ts'
import { OutsideForm } from './outside-form.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { lookAtReset, resetPassword } from './password-api.ts'

/** `/reset#token`, from a mail: a new password, once (A6). */
export default function ResetPage() {
  const t = useTranslations('passwords')
  const weak = useTranslations('setUp.weak')
  useDocumentTitle(t('resetTitle'))
  const [token] = useState(() => window.location.hash.slice(1))
  const [done, setDone] = useState(false)
  // Neither the history nor whoever looks over a shoulder keeps it.
  useEffect(() => window.history.replaceState(window.history.state, '', '/reset'), [])
  const link = useQuery({
    queryKey: ['reset', token],
    queryFn: () => lookAtReset(token),
    enabled: !done,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
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
  if (isProblem(link.error, 404) || isProblem(link.error, 422))
    return (
      <OutsideFrame title={t('resetTitle')}>
        <EmptyState
          title={link.error.problem.title}
          hint={link.error.problem.detail ?? ''}
          icon={<IconLinkOff size={22} stroke={1.75} />}
          actions={<Link to="/forgot">{t('voidHint')}</Link>}
        />
      </OutsideFrame>
    )
  if (link.error)
    return (
      <OutsideFrame title={t('resetTitle')}>
        <ErrorCard
          title={t('failed')}
          failure={link.error}
          onRetry={() => void link.refetch()}
          framed={false}
        />
      </OutsideFrame>
    )
  if (!link.data)
    return (
      <OutsideFrame title={t('resetTitle')}>
        <div aria-busy="true">
          <Skeleton height={180} />
        </div>
      </OutsideFrame>
    )
  const { email } = link.data
  const wrong = (password: string) => {
    if (!password) return t('missing')
    const weakness = passwordWeakness(password, [brandName, email.split('@')[0] ?? ''])
    return weakness && weak(weakness)
  }
  return (
    <OutsideFrame title={t('resetTitle')} lead={t('resetLead', { email })}>
      <OutsideForm
        submit={t('save')}
        submitting={t('saving')}
        check={(value) => ({ password: wrong(value('password')) })}
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
              description={t('hint')}
              autoComplete="new-password"
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
