import { Textarea, type TextareaProps } from '@mantine/core'
import { type Named, useError } from './fields.tsx'

/** A labelled text of a few lines. Apart from the other fields: few screens have one. */
export function TextArea({ path, needed, ...props }: TextareaProps & Named) {
  return (
    <Textarea
      withAsterisk={false}
      rows={3}
      {...props}
      error={useError({ path, needed, value: props.value as string })}
    />
  )
}
