import type { ReactNode } from 'react'
import { BrandMark } from '../../../platform/web/kit/brand-mark.tsx'
import { LanguageMenu, ThemeToggle } from '../../../platform/web/kit/display-controls.tsx'
import { CompanyFoot } from './company-foot.tsx'
import { SessionStrips } from './session-strips.tsx'
import css from './set-up-page.module.css'

/** A page outside the layout: brand, language and theme, and one card. */
export function OutsideFrame({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  return (
    <>
      <SessionStrips />
      <div className={css.page}>
        <header className={css.top}>
          <BrandMark onCanvas />
          <span className={css.choices}>
            <LanguageMenu />
            <ThemeToggle />
          </span>
        </header>
        <main className={css.card}>
          <h1>{title}</h1>
          {lead && <p className={css.lead}>{lead}</p>}
          {children}
        </main>
        <footer className={css.foot}>
          <CompanyFoot />
        </footer>
      </div>
    </>
  )
}
