import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core'

/** A labelled line of text with its error beneath. */
export const TextField = (props: TextInputProps) => <TextInput withAsterisk={false} {...props} />

/** One of a few: the browser's own list, which works with every keyboard and phone. */
export const ChoiceField = (props: NativeSelectProps) => <NativeSelect withAsterisk={false} {...props} />
