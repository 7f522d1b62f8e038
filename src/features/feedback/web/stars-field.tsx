import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { MOST_STARS } from '../domain/vocabulary.ts'
import css from './feedback.module.css'

type StarsFieldProps = { label: string; value: number; onChange: (stars: number) => void }

const STARS = Array.from({ length: MOST_STARS }, (_, at) => at + 1)

/** One to five whole stars as a group of radio buttons: arrows move, and they can be taken back. */
export function StarsField({ label, value, onChange }: StarsFieldProps) {
  const t = useTranslations('feedback')
  const name = useId()
  return (
    <fieldset className={css.stars}>
      <legend>{label}</legend>
      {STARS.map((stars) => {
        const Icon = stars <= value ? IconStarFilled : IconStar
        return (
          <label key={stars} data-hint={t('stars', { count: stars })}>
            <input
              type="radio"
              name={name}
              aria-label={t('stars', { count: stars })}
              checked={value === stars}
              onChange={() => onChange(stars)}
            />
            <Icon size={24} aria-hidden />
          </label>
        )
      })}
      {value > 0 && (
        <button type="button" className={css.clear} onClick={() => onChange(0)}>
          {t('clearStars')}
          <span className={css.unseen}> {label}</span>
        </button>
      )}
    </fieldset>
  )
}
