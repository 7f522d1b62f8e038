import { Suspense } from 'react'
import { fetchedPart } from '../../../platform/web/fetched-part.ts'
import { useSessionState } from './session-store.ts'

const SignInAgainDialog = fetchedPart(() => import('./sign-in-again-dialog.tsx'))

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
