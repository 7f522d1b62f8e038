import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import css from './second-factor.module.css'
import { firstWay, ShowFactor } from './show-factor.tsx'
import { askPasskey, askSms, finishSignIn } from './sign-in.ts'
import type { Half } from './sign-in-form.tsx'

const LEADS = { passkey: 'passkeyLead', totp: 'lead', sms: 'smsLead', recovery: 'recoveryLead' } as const

type SecondHalfProps = Half & {
  /** The class of the line under the title. */
  lead: string
  onSignedIn: () => void
  /** Back to e-mail and password; `late`: the first half was too long ago. */
  onBack: (late?: string) => void
}

/** The second half of a sign-in: whatever of the person's ways they choose. */
export default function SecondHalf({ ways, trustDays, lead, onSignedIn, onBack }: SecondHalfProps) {
  const t = useTranslations('secondFactor')
  const [way, setWay] = useState(() => firstWay(ways))
  return (
    <>
      <h1>{t(way === 'passkey' ? 'passkeyTitle' : 'title')}</h1>
      <p className={lead}>{t(LEADS[way])}</p>
      <ShowFactor
        ways={ways}
        way={way}
        onWay={setWay}
        askPasskey={askPasskey}
        askSms={askSms}
        send={async (shown, value) => {
          try {
            await finishSignIn(shown, value('trust') === 'on')
          } catch (failure) {
            if (isProblem(failure, 401) && failure.code === 'sign_in_again')
              return onBack(failure.problem.title)
            throw failure
          }
          onSignedIn()
        }}
        onBack={() => onBack()}
      >
        {trustDays !== undefined && <Checkbox name="trust" label={t('trust', { days: trustDays })} />}
      </ShowFactor>
      <p className={css.lost}>{t('allLost')}</p>
    </>
  )
}
