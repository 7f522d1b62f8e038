import { type ReactNode, useEffect } from 'react'
import { brandName } from '../brand.ts'
import css from './page-head.module.css'

type PageHeadProps = {
  title: string
  /** Of the document, where it is another one. */
  documentTitle?: string
  subtitle?: ReactNode
  /** Beside the title: what state the thing is in. */
  badge?: ReactNode
  /** Above the title: the way back to where it belongs. */
  trail?: ReactNode
  actions?: ReactNode
}

/** The screen's title (also the document's), one line about it, and its actions. */
export function PageHead({ title, documentTitle = title, subtitle, badge, trail, actions }: PageHeadProps) {
  useDocumentTitle(documentTitle)
  return (
    <header className={css.head}>
      <div>
        {trail && (
          <nav className={css.trail} data-print="no">
            {trail}
          </nav>
        )}
        <div className={css.title}>
          <h1>{title}</h1>
          {badge}
        </div>
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
