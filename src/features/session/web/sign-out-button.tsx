import { Button, type ButtonProps } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useSignOut } from './use-sign-out.ts'

export function SignOutButton(props: ButtonProps) {
  const t = useTranslations('session')
  const leave = useSignOut()
  return (
    <Button {...props} loading={leave.pending} onClick={leave.start}>
      {t('signOut')}
    </Button>
  )
}
