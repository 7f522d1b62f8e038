import { useEffect, useState } from 'react'
import { serverNow } from '../../../platform/web/api/server-clock.ts'
import { idleMs } from '../../../platform/web/api/user-activity.ts'
import { idleLeft, isIdleSaid } from '../domain/idle.ts'
import IdleDialog from './idle-dialog.tsx'
import { refreshNow } from './session-loop.ts'
import { sessionState } from './session-store.ts'

/** Says in time that a session ends for want of anybody at it; at the end the server is asked, which has the last word (J6). */
export default function IdleWatch() {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    let said = false
    const look = () => {
      const state = sessionState()
      if (state.status !== 'in') return setLeft(null)
      const ms = idleLeft(serverNow(), Date.parse(state.session.idleEndsAt), idleMs())
      const wasSaid = said
      said = isIdleSaid(ms)
      setLeft(said ? Math.max(0, Math.ceil(ms / 1000)) : null)
      // Somebody is here after all: the server has to know it before its own end.
      if ((wasSaid && !said) || ms <= 0) refreshNow()
    }
    const timer = window.setInterval(look, 1000)
    return () => window.clearInterval(timer)
  }, [])
  return left === null ? null : <IdleDialog left={left} />
}
