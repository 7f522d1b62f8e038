import type { ReactNode } from 'react'
import { CompanyFoot } from './company-foot.tsx'
import { OutsidePage } from './outside-page.tsx'
import css from './set-up-page.module.css'

/** A page outside the layout that is one card. */
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
    <OutsidePage className={css.page}>
      <main className={css.card}>
        <h1>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
        {children}
      </main>
      <footer className={css.foot}>
        <CompanyFoot />
      </footer>
    </OutsidePage>
  )
}
