import { Suspense } from 'react'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { useSessionState } from './session-store.ts'

const SignInAgainDialog = lazyComponent(() => import('./sign-in-again-dialog.tsx'))

/** Over whatever page is there when the session has ended. */
export function SignInAgain() {
  const state = useSessionState()
  if (state.status !== 'ended') return null
  return (
    <Suspense fallback={null}>
      <SignInAgainDialog session={state.session} />
    </Suspense>
  )
}
