import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { FactorSetUp } from './factor-set-up.tsx'
import { safeNext } from './next-path.ts'
import { OutsideFrame } from './outside-frame.tsx'
import css from './second-factor.module.css'
import { sessionState } from './session-store.ts'
import { takeSession, takeTypedPassword } from './sign-in.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** `/second-factor`: where one is asked for, nothing else is shown before it is set up (A4). */
export default function EnrolPage() {
  const t = useTranslations('secondFactor')
  const router = useRouter()
  const { next } = useSearch({ strict: false }) as { next?: unknown }
  const [password] = useState(takeTypedPassword)
  const [state] = useState(sessionState)
  useDocumentTitle(t('enrolTitle'))
  const go = async () => {
    await takeSession()
    router.history.replace(safeNext(next))
  }
  return (
    <OutsideFrame title={t('enrolTitle')} lead={t('enrolLead')}>
      <FactorSetUp
        password={password}
        sendsSms={state.status === 'enrol' && state.ways.includes('sms')}
        done={t('toPortal')}
        onDone={() => void go()}
      />
      <p className={css.ways}>
        <SignOutButton variant="subtle" size="compact-sm" />
      </p>
    </OutsideFrame>
  )
}
