import { type ReactNode, useEffect } from 'react'
import { brandName } from '../brand.ts'
import css from './page-head.module.css'

type PageHeadProps = { title: string; subtitle?: ReactNode; actions?: ReactNode }

/** The screen's title (also the document's), one line about it, and its actions. */
export function PageHead({ title, subtitle, actions }: PageHeadProps) {
  useDocumentTitle(title)
  return (
    <header className={css.head}>
      <div>
        <h1>{title}</h1>
        {subtitle && <p>{subtitle}</p>}
      </div>
      {actions && (
        <div className={css.actions} data-print="no">
          {actions}
        </div>
      )}
    </header>
  )
}

export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${brandName}`
  }, [title])
}
