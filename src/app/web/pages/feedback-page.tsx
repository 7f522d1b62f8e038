import { FeedbackPage } from '../../../features/feedback/web/feedback-page.tsx'
import { NoAccessScreen } from '../../../features/session/web/session-screens.tsx'
import { useSessionState } from '../../../features/session/web/session-store.ts'
import { AccessProvider } from '../../../platform/web/access/access.tsx'
import { accessOf } from '../access-of.ts'

/** The form for whoever is signed in; of a company that the session has left there is none. */
export default function SignedInFeedbackPage() {
  const state = useSessionState()
  if (!('session' in state)) return null
  const { session } = state
  if (session.role === null) return <NoAccessScreen email={session.user.email} />
  return (
    <AccessProvider access={accessOf(session)}>
      <FeedbackPage
        key={session.tenant?.id ?? 'all'}
        readOnly={session.temporary || session.viewing !== null || state.status !== 'in'}
      />
    </AccessProvider>
  )
}
