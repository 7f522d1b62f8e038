import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** A password with the button that shows it, which can be reached by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTranslations('ui')
  return (
    <PasswordInput
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
      {...props}
    />
  )
}
