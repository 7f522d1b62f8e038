import { postJson } from '../../../platform/web/api/portal-fetch.ts'
import { adoptSession, fetchSession } from './look-up-session.ts'
import { tellTabs } from './session-channel.ts'

/** Signs in and takes the session over; rejects with the server's problem. */
export async function signIn(email: string, password: string): Promise<void> {
  await postJson(
    '/api/auth/sign-in/email',
    { email, password },
    { assertsTenant: false, reports: false, harmless: true },
  )
  const session = await fetchSession()
  if (!session) throw new Error('Signed in, but the browser keeps no session cookie')
  tellTabs({ kind: 'signed-in' })
  await adoptSession(session)
}
