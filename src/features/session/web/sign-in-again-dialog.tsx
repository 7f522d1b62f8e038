import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import type { Session } from '../contract.ts'
import { leaveForSignIn } from './forget-tab.ts'
import { OutsideForm } from './outside-form.tsx'
import css from './second-factor.module.css'
import { firstWay, ShowFactor } from './show-factor.tsx'
import { askPasskey, askSms, finishSignIn, signIn } from './sign-in.ts'

/**
 * The session has ended: the same person signs in over the page, and everything that was typed is still there. Nothing of the page
 * is to be seen meanwhile, and whoever else comes begins on a clean one (J20).
 */
export default function SignInAgainDialog({ session: { user, tenant } }: { session: Session }) {
  const t = useTranslations('session')
  const factor = useTranslations('secondFactor')
  const queries = useQueryClient()
  const [ways, setWays] = useState<readonly string[] | null>(null)
  const [way, setWay] = useState(() => firstWay([]))
  const [late, setLate] = useState<string | null>(null)
  const back = (why: string | null) => {
    setLate(why)
    setWays(null)
  }
  return (
    <Dialog
      opened
      covers
      title={t('againTitle')}
      size="sm"
      actions={
        <Button variant="subtle" onClick={() => leaveForSignIn(queries)}>
          {t('againOther')}
        </Button>
      }
    >
      <div className={css.steps}>
        <p>{late ?? t('ended')}</p>
        <p>{tenant ? t('againOf', { email: user.email, tenant: tenant.name }) : user.email}</p>
        {ways === null ? (
          <OutsideForm
            submit={t('logIn')}
            submitting={t('verifying')}
            check={(value) => ({ password: value('password') ? undefined : t('passwordMissing') })}
            send={async (value) => {
              try {
                await signIn(user.email, value('password'))
              } catch (failure) {
                if (!isProblem(failure, 401) || failure.code !== 'second_factor_required') throw failure
                const known = failure.problem.ways ?? []
                setWay(firstWay(known))
                setWays(known)
              }
            }}
          >
            {(faults) => (
              <>
                <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
                <PasswordField
                  name="password"
                  label={t('password')}
                  autoComplete="current-password"
                  required
                  maxLength={128}
                  error={faults.password}
                  data-autofocus
                />
              </>
            )}
          </OutsideForm>
        ) : (
          <>
            <p>{factor(way === 'totp' ? 'againCode' : 'againFactor')}</p>
            <ShowFactor
              ways={ways}
              way={way}
              onWay={setWay}
              askPasskey={askPasskey}
              askSms={askSms}
              send={async (shown) => {
                try {
                  await finishSignIn(shown, false)
                } catch (failure) {
                  if (!isProblem(failure, 401) || failure.code !== 'sign_in_again') throw failure
                  back(failure.problem.title)
                }
              }}
              onBack={() => back(null)}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
