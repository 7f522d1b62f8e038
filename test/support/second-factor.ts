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

/** An answer as far as a refusal goes. */
export const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

/** The kinds of the mails to an address, in their order. */
export const mailsTo = (portal: TestPortal, email: string) =>
  portal.owner(async (tx) => {
    const { rows } = await sql<{ kind: string }>`select kind from auth.mails where to_email = ${email}
      order by id`.execute(tx)
    return rows.map(({ kind }) => kind)
  })

/** What a person did with second factors, and showing one again, with the values after it, in its order. */
export const factorActsOf = (portal: TestPortal, userId: string) =>
  portal.owner(async (tx) => {
    await sql`set local role portal_keeper`.execute(tx)
    const rows = await tx
      .selectFrom('audit_log')
      .select(['action', sql<unknown>`portal.unsealed(tenant_id, seq, new)`.as('new')])
      .where('actor', '=', userId)
      .where((eb) =>
        eb.or([eb('action', 'like', 'second_factor.%'), eb('action', '=', 'session.stepped_up')]),
      )
      .orderBy('seq')
      .execute()
    return rows.map(({ action, new: after }) => [action, after])
  })
