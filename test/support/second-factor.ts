import { sql } from 'kysely'
import { PASSWORD } from './actors.ts'
import { codeOf } from './authenticator.ts'
import type { TestClient } from './client.ts'
import type { TestPortal } from './portal.ts'

/** Sets an app up as a person would; answers its secret and the recovery codes. */
export async function enrol(client: TestClient, password = PASSWORD) {
  const begun = await client.post('/api/auth/second-factor/begin', { password })
  if (begun.status !== 200) throw new Error(`begin answered ${begun.status} ${JSON.stringify(begun.body)}`)
  const secret: string = begun.body.secret
  const done = await client.post('/api/auth/second-factor/confirm', { code: codeOf(secret) })
  if (done.status !== 200) throw new Error(`confirm answered ${done.status} ${JSON.stringify(done.body)}`)
  return { secret, recoveryCodes: done.body.recoveryCodes as string[] }
}

/** As if the code that was taken last were of long ago: a test does not wait for the next one. */
export const forgetSteps = (portal: TestPortal, userId: string) =>
  portal.owner((tx) =>
    sql`update auth.second_factors set last_step = 0 where user_id = ${userId}`.execute(tx),
  )

/** As if a session had shown nothing for so long. */
export const age = (portal: TestPortal, userId: string, minutes: number) =>
  portal.owner((tx) =>
    sql`update auth.sessions set password_at = now() - make_interval(mins => ${minutes}),
          second_factor_at = second_factor_at - make_interval(mins => ${minutes}) where user_id = ${userId}`.execute(
      tx,
    ),
  )
