import type { ReactNode } from 'react'
import css from './five-cards.module.css'

type FiveCardsProps = {
  label: string
  dimmed: boolean
  /** On a phone the figures alone, without what they mean. */
  brief?: boolean
  children: ReactNode
}

/** Five figures of a list above it, as wide as the page. */
export const FiveCards = ({ label, dimmed, brief, children }: FiveCardsProps) => (
  <section className={css.cards} aria-label={label} data-dimmed={dimmed || undefined} data-brief={brief}>
    {children}
  </section>
)
