import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { useFormFaults } from './form-faults.ts'

export type Named = {
  /** What the server calls the field: what it says of it stands beneath. */
  path?: string | undefined
  /** Marked, when the form was sent while it is empty; the form says that something is missing. */
  needed?: boolean
}

/** What is wrong with a field: what its form or the server says of it, or that it is empty and must not be. */
export function useError({ path, needed, value, error }: Named & Pick<TextInputProps, 'value' | 'error'>) {
  const { said, tried } = useFormFaults()
  return error || (path && said[path]) || (needed && tried && !String(value).trim())
}

/** A labelled line of text with its error beneath. */
export function TextField({ path, needed, ...props }: TextInputProps & Named) {
  return <TextInput withAsterisk={false} {...props} error={useError({ path, needed, ...props })} />
}

/** One of a few: the browser's own list, which works with every keyboard and phone. */
export function ChoiceField({ path, needed, ...props }: NativeSelectProps & Named) {
  return <NativeSelect withAsterisk={false} {...props} error={useError({ path, needed, ...props })} />
}
