import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import {
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useTranslations } from 'use-intl'

/** A labelled line of text with its error beneath. */
export const TextField = (props: TextInputProps) => <TextInput withAsterisk={false} {...props} />

/** One of a few: the browser's own list, which works with every keyboard and phone. */
export const ChoiceField = (props: NativeSelectProps) => <NativeSelect withAsterisk={false} {...props} />

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
