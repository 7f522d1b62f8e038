import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { noteActivity, pauseActivity } from '../../../platform/web/api/user-activity.ts'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { IDLE_MINUTES, IDLE_WARNING_MINUTES } from '../domain/idle.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** Counts down to the end of the session; only the button, or somebody at another tab, keeps it. */
export default function IdleDialog({ left }: { left: number }) {
  const t = useTranslations('session')
  useEffect(pauseActivity, [])
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <Dialog
      opened
      title={t('idleTitle')}
      size="sm"
      actions={
        <>
          <SignOutButton variant="default" />
          <Button data-autofocus onClick={noteActivity}>
            {t('staySignedIn')}
          </Button>
        </>
      }
    >
      <p>{t('idleText', { minutes: IDLE_MINUTES - IDLE_WARNING_MINUTES })}</p>
      <p role="timer">{t('idleLeft', { time })}</p>
    </Dialog>
  )
}
