import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './notices.module.css'

const present = (): NotificationPermission | 'missing' =>
  typeof Notification === 'undefined' ? 'missing' : Notification.permission

/** Whether this browser shows notices outside of the page; it asks its user itself. */
export function BrowserPermission() {
  const t = useTranslations('notices')
  const [state, setState] = useState(present)
  const ask = async () => {
    await Notification.requestPermission()
    setState(present())
  }
  return (
    <p className={css.hint}>
      {t(`browserStates.${state}`)}{' '}
      {state === 'default' && (
        <Button variant="default" size="compact-sm" onClick={() => void ask()}>
          {t('allowBrowser')}
        </Button>
      )}
    </p>
  )
}
