import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Citation } from '../contract.ts'

/** A link within the portal, whichever screen it leads to. */
export function PortalLink({ href, label }: Citation) {
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
