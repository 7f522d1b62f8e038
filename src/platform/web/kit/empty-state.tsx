import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './state-card.module.css'

type EmptyStateProps = {
  title: string
  hint?: string
  icon?: ReactNode
  /** What to do next. */
  actions?: ReactNode
}

/** Nothing to show, said plainly, with the next step. Announced when it replaces rows. */
export const EmptyState = ({ title, hint, icon, actions }: EmptyStateProps) => (
  <div className={css.state} role="status">
    <span className={css.icon} aria-hidden>
      {icon ?? <IconInbox size={22} stroke={1.75} />}
    </span>
    <p className={css.title}>{title}</p>
    {hint && <p className={css.text}>{hint}</p>}
    {actions && <div className={css.actions}>{actions}</div>}
  </div>
)
