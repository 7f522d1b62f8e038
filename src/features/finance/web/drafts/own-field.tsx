import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import type { CHOICES, DraftChoice } from '../../drafts-contract.ts'
import { choicesQuery } from './drafts-queries.ts'

type OwnFieldProps = Omit<ComponentProps<typeof TextField>, 'onChange' | 'value'> & {
  of: (typeof CHOICES)[number]
  tenantId: string
  value: string
  /** In which items are priced; while it is being typed, they have no price. */
  currency?: string
  /** With what the company has under that number, when it is one of its own. */
  onType: (value: string, choice: DraftChoice | undefined) => void
}

/** A number of the company's own, looked up while it is typed. */
export function OwnField({ of, tenantId, value, currency = '', onType, ...props }: OwnFieldProps) {
  const list = useId()
  const code = currency.trim().toUpperCase()
  const priced = /^[A-Z]{3}$/.test(code) && { currency: code }
  const { data } = useQuery({
    ...choicesQuery({ of, tenantId: Number(tenantId), search: value.trim(), ...priced }),
    enabled: tenantId !== '',
    placeholderData: keepPreviousData,
  })
  const choices = data?.items ?? []
  return (
    <>
      <TextField
        {...props}
        list={list}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          const typed = event.currentTarget.value
          onType(
            typed,
            choices.find((choice) => choice.value === typed),
          )
        }}
      />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </datalist>
    </>
  )
}
