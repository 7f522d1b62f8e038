import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { type Bounds, readWithin } from '../format/typed-number.ts'
import { useNumberFault } from '../format/use-number-fault.ts'
import { TextField } from './fields.tsx'
import { useFormFaults } from './form-faults.ts'

type NumberFieldProps = Omit<TextInputProps, 'value'> & {
  value: string
  bounds: Bounds
  /** May be left empty. */
  optional?: boolean
  /** True: also what is missing is said, as it is once the form was sent. */
  tried?: boolean
  path?: string
}

/** A number to type in, as one writes it: what cannot be read or taken is said beneath, once the field is left or the form sent. */
export function NumberField({
  bounds,
  optional = false,
  tried: told = false,
  error,
  onBlur,
  ...props
}: NumberFieldProps) {
  const faultText = useNumberFault()
  const tried = useFormFaults().tried || told
  const [left, setLeft] = useState(false)
  const read = readWithin(props.value, bounds)
  const isShown = 'what' in read && (read.what === 'missing' ? tried && !optional : tried || left)
  return (
    <TextField
      inputMode={bounds.decimals === 0 ? 'numeric' : 'decimal'}
      {...props}
      error={error || (isShown && faultText(read, props.value, bounds))}
      onBlur={(event) => {
        setLeft(true)
        onBlur?.(event)
      }}
    />
  )
}
