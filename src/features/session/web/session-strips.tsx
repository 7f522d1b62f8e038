import { Suspense } from 'react'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { useSessionState } from './session-store.ts'

const TemporaryBanner = lazyComponent(() => import('./temporary-banner.tsx'))
const ViewingBanner = lazyComponent(() => import('./viewing-banner.tsx'))

/** What stands above every screen, within the layout and outside: that an access is temporary (A2), that a look is one (H1). */
export function SessionStrips() {
  const state = useSessionState()
  if (!('session' in state)) return null
  const { session } = state
  const looked = state.status === 'in' ? state.looked : undefined
  return (
    <Suspense fallback={null}>
      {session.temporary && <TemporaryBanner />}
      {(session.viewing ?? looked) && <ViewingBanner session={session} looked={looked} />}
    </Suspense>
  )
}
