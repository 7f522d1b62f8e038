import { Button } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import css from './filters.module.css'
import { useChosen } from './use-chosen.ts'

/** The line of filters above a table or above figures; `note` says what they select. On paper only those that are set. */
export const FilterBar = ({ note, children }: { note?: ReactNode; children: ReactNode }) => (
  <search className={css.bar}>
    {children}
    {note && (
      <span className={css.note} role="status">
        {note}
      </span>
    )}
  </search>
)

export type Choice = { value: string; label: string }

type ChoiceChipProps = {
  label: string
  /** Not given: no filter. */
  value: string | undefined
  choices: readonly Choice[]
  /** The text of "no filter". */
  any: string
  onChange: (value: string | undefined) => void
}

/** A filter with one value out of several. The browser's own list: it works with every keyboard and phone. */
export function ChoiceChip({ label, choices, any, ...given }: ChoiceChipProps) {
  const t = useTranslations('ui.filters')
  const [value, choose] = useChosen(given.value, given.onChange)
  const known = value === undefined || choices.some((choice) => choice.value === value)
  return (
    <span className={css.chip} data-on={value !== undefined || undefined}>
      <span aria-hidden>{t('name', { filter: label })}</span>
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => choose(event.currentTarget.value || undefined)}
      >
        <option value="">{any}</option>
        {!known && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} stroke={1.75} aria-hidden />
      {value !== undefined && (
        <ClearButton label={t('clear', { filter: label })} onClear={() => choose(undefined)} />
      )}
    </span>
  )
}

type DayChipProps = {
  label: string
  /** 2026-11-21; not given: no filter. */
  value: string | undefined
  least?: string | undefined
  most?: string | undefined
  onChange: (value: string | undefined) => void
}

/** A filter by a day, with the browser's own calendar. A day that is only half typed filters nothing yet. */
export function DayChip({ label, value, least, most, onChange }: DayChipProps) {
  const t = useTranslations('ui.filters')
  return (
    <span className={css.chip} data-on={value !== undefined || undefined}>
      <span aria-hidden>{t('name', { filter: label })}</span>
      <input
        type="date"
        aria-label={label}
        value={value ?? ''}
        min={least}
        max={most ?? '9999-12-31'}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
      {value !== undefined && (
        <ClearButton label={t('clear', { filter: label })} onClear={() => onChange(undefined)} />
      )}
    </span>
  )
}

type SegmentChipsProps = {
  label: string
  value: string | undefined
  choices: readonly Choice[]
  any: string
  onChange: (value: string | undefined) => void
}

/** A filter whose few values are all in sight. */
export function SegmentChips({ label, choices, any, ...given }: SegmentChipsProps) {
  const [value, choose] = useChosen(given.value, given.onChange)
  return (
    <fieldset className={css.segments} aria-label={label}>
      {[{ value: '', label: any }, ...choices].map((choice) => (
        <button
          type="button"
          key={choice.value}
          className={css.chip}
          aria-pressed={(value ?? '') === choice.value}
          data-on={(value ?? '') === choice.value || undefined}
          onClick={() => choose(choice.value || undefined)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}

/** Takes all filters back. It goes away with them: the focus stays among the fields. */
export const ClearFilters = ({ children, onClear }: { children: string; onClear: () => void }) => (
  <Button
    variant="subtle"
    onClick={(event) => {
      event.currentTarget.closest('search')?.querySelector('input')?.focus()
      onClear()
    }}
  >
    {children}
  </Button>
)

export const ClearButton = ({ label, onClear }: { label: string; onClear: () => void }) => (
  <button
    type="button"
    className={css.clear}
    aria-label={label}
    onClick={(event) => {
      // The button goes away with the filter: the focus stays with the field.
      event.currentTarget.parentElement?.querySelector<HTMLElement>('select, input')?.focus()
      onClear()
    }}
  >
    <IconX size={14} aria-hidden />
  </button>
)
