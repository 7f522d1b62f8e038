import type { ReactNode } from 'react'
import css from './refusal.module.css'

/** What was not done, and why: told at once, where one is. The words say it; the colour only helps. */
export const Refusal = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={css.refusal}>
    {children}
  </p>
)
