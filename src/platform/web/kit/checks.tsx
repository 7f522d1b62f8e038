import type { ReactNode } from 'react'
import css from './checks.module.css'

type ChecksProps<Value extends string | number> = {
  legend: string
  choices: readonly { value: Value; label: ReactNode }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  /** There may be many: the list scrolls by itself. */
  long?: boolean
}

/** Any number of some, each by its box. */
export const Checks = <Value extends string | number>({
  legend,
  choices,
  chosen,
  onChange,
  long,
}: ChecksProps<Value>) => (
  <fieldset className={css.checks} data-long={long}>
    <legend>{legend}</legend>
    {choices.map(({ value, label }) => (
      <label key={value}>
        <input
          type="checkbox"
          checked={chosen.includes(value)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
        {label}
      </label>
    ))}
  </fieldset>
)
