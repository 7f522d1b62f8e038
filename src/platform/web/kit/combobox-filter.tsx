import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './filters.module.css'
import { ClearButton } from './filters.tsx'

const PAUSE_MS = 250

type ComboboxFilterProps = {
  label: string
  /** Not given: no filter. */
  value: string | undefined
  /** The text of "no filter". */
  any: string
  /** What fits what is typed: empty until something is. */
  useChoices: (typed: string) => { choices: readonly string[] | undefined; failure?: string | undefined }
  /** What is said where nothing fits. */
  none: (typed: string) => string
  onChange: (value: string | undefined) => void
}

/**
 * A filter with one value out of more than a list can hold: typed, and chosen from what the server finds of it. Enter takes
 * the first that was found, Escape gives it up; what was never chosen filters nothing.
 */
export function ComboboxFilter({ label, value, any, useChoices, none, onChange }: ComboboxFilterProps) {
  const t = useTranslations('ui.filters')
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const typed = text?.trim() ?? ''
  const [asked] = useDebouncedValue(typed, PAUSE_MS)
  const { choices, failure } = useChoices(asked)
  const [wanted, setWanted] = useState(false)
  const choose = (next: string | undefined) => {
    setText(null)
    setWanted(false)
    if (next !== value) onChange(next)
  }
  const known = typed === asked ? choices : undefined
  const first = known?.[0]
  const take = useRef(choose)
  take.current = choose
  // Also when Enter came before what was found.
  useEffect(() => {
    if (wanted && first !== undefined) take.current(first)
  }, [wanted, first])
  return (
    <span className={css.chip} data-on={value !== undefined || undefined}>
      <span aria-hidden>{t('name', { filter: label })}</span>
      <input
        type="text"
        className={css.typed}
        aria-label={label}
        placeholder={any}
        list={`${id}-names`}
        maxLength={200}
        autoComplete="off"
        value={text ?? value ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const next = event.currentTarget.value
          if (choices?.includes(next)) choose(next)
          else {
            setWanted(false)
            setText(next)
          }
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            if (text === null) return
            if (typed === '') choose(undefined)
            else setWanted(true)
          }
          if (event.key === 'Escape') {
            setText(null)
            setWanted(false)
          }
        }}
        onBlur={() => {
          if (text !== null && typed === '') choose(undefined)
          else if (!wanted) setText(null)
        }}
      />
      <datalist id={`${id}-names`}>
        {(choices ?? []).map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <span role="status" className={css.none}>
        {typed !== '' && (known?.length === 0 ? none(typed) : typed === asked && failure)}
      </span>
      {value !== undefined && (
        <ClearButton label={t('clear', { filter: label })} onClear={() => choose(undefined)} />
      )}
    </span>
  )
}
