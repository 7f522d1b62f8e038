import { type ReactNode, useId } from 'react'
import css from './panel.module.css'

type PanelProps = {
  title?: ReactNode
  /** Period and unit of what is shown, or where it comes from. */
  note?: ReactNode
  actions?: ReactNode
  /** Tables run to the panel's edge. */
  flush?: boolean
  busy?: boolean
  children: ReactNode
}

/** A white card with an optional heading line; a titled one is a region of that name. */
export function Panel({ title, note, actions, flush, busy, children }: PanelProps) {
  const id = useId()
  return (
    <section className={css.panel} aria-labelledby={title ? id : undefined} aria-busy={busy || undefined}>
      {title && (
        <header className={css.head}>
          <div className={css.words}>
            <h2 id={id}>{title}</h2>
            {note && <span className={css.note}>{note}</span>}
          </div>
          {actions && (
            <span className={css.actions} data-print="no">
              {actions}
            </span>
          )}
        </header>
      )}
      {flush ? children : <div className={css.body}>{children}</div>}
    </section>
  )
}

/** Twelve columns; every child is a `Cell`. */
export const Grid = ({ children }: { children: ReactNode }) => <div className={css.grid}>{children}</div>

type CellProps = {
  span: 3 | 4 | 5 | 6 | 7 | 8 | 12
  /** On paper as wide as it, where it would leave a hole otherwise: there cards are as wide as panels. */
  onPaper?: 12
  children: ReactNode
}

export const Cell = ({ span, onPaper, children }: CellProps) => (
  <div data-span={span} data-on-paper={onPaper}>
    {children}
  </div>
)
