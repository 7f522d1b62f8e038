import type { ReactNode } from 'react'
import { BrandMark } from '../../../platform/web/kit/brand-mark.tsx'
import { LanguageMenu, ThemeToggle } from '../../../platform/web/kit/display-controls.tsx'
import css from './outside-page.module.css'
import { SessionStrips } from './session-strips.tsx'

type OutsidePageProps = { className: string | undefined; children: ReactNode }

/** A page outside the layout, whoever looks: what every screen says of the session, and brand, language and theme. */
export const OutsidePage = ({ className, children }: OutsidePageProps) => (
  <>
    <SessionStrips />
    <div className={className}>
      <header className={css.top}>
        <BrandMark onCanvas />
        <span className={css.choices}>
          <LanguageMenu />
          <ThemeToggle />
        </span>
      </header>
      {children}
    </div>
  </>
)
