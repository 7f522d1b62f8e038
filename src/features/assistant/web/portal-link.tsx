import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { NO_VIEW } from '../../../platform/web/url/read-search.ts'
import type { Citation } from '../contract.ts'

/** Screens that a default view would filter: an answer of all rows leads to all of them. */
const WITH_VIEWS = ['/orders', '/sales', '/current-sales', '/sales-analytics']

/** A link within the portal, whichever screen it leads to. */
export function PortalLink({ href: to, label }: Citation) {
  const href = WITH_VIEWS.includes(to) ? `${to}?view=${NO_VIEW}` : to
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigate({ href })
  }
  return (
    <a href={href} onClick={follow}>
      {label}
    </a>
  )
}
