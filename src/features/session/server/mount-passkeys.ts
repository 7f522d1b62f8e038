import type { Hono } from 'hono'
import * as z from 'zod'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { readJson } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type FactorParts, factorRequests, Nothing, PasskeyAnswer, Password } from './factor-requests.ts'

const Name = z.string().trim().min(1).max(60)
const New = z.object({ name: Name, passkey: PasskeyAnswer }).strict()
const Rename = z.object({ id: z.string().regex(/^([0-9a-f]{2}){1,1023}$/), name: Name }).strict()

/** Passkeys (A4): what the browser is asked to sign or to make, a new one, and its name. */
export function mountPasskeys(app: Hono<{ Variables: RequestVariables }>, parts: FactorParts) {
  const { secondFactor } = parts.signIn
  const { wrong, halfOf, take, countAttempt, sessionOf, needPassword, needFresh, partyOf } =
    factorRequests(parts)

  app.post('/api/auth/sign-in/second-factor/passkey', async (c) => {
    await readJson(c, Nothing)
    const { challenge, userId } = await halfOf(c)
    await countAttempt('passkey', userId)
    take(c, [])
    return c.json(await secondFactor.askPasskey(challenge, userId, partyOf(c)))
  })

  app.post('/api/auth/second-factor/step-up/passkey', async (c) => {
    await readJson(c, Nothing)
    const session = await sessionOf(c)
    await countAttempt('passkey', session.userId)
    take(c, [])
    return c.json(await secondFactor.askPasskeyAgain(session, partyOf(c)))
  })

  app.post('/api/auth/second-factor/sign/passkey', async (c) => {
    await readJson(c, Nothing)
    const session = await sessionOf(c)
    await countAttempt('passkey', session.userId)
    take(c, [])
    return c.json(await secondFactor.askPasskeyToSign(session, partyOf(c)))
  })

  app.post('/api/auth/second-factor/passkeys/begin', async (c) => {
    const { password } = await readJson(c, Password)
    const session = await sessionOf(c)
    needFresh(session)
    await needPassword(c, session, password)
    await countAttempt('passkey', session.userId)
    take(c, [])
    return c.json(await secondFactor.askNewPasskey(session, partyOf(c)))
  })

  app.post('/api/auth/second-factor/passkeys/confirm', async (c) => {
    const { name, passkey } = await readJson(c, New)
    const session = await sessionOf(c)
    const given = { response: passkey, name, party: partyOf(c) }
    const made = await secondFactor.addPasskey(session, given, c.get('traceId'))
    if (made.outcome === 'wrong') throw wrong(c, 'invalid_passkey')
    if (made.outcome === 'taken') throw refuse(409, 'passkey_taken')
    take(c, [made.cookie])
    return c.json({ recoveryCodes: made.recoveryCodes })
  })

  app.post('/api/auth/second-factor/passkeys/rename', async (c) => {
    const { id, name } = await readJson(c, Rename)
    const session = await sessionOf(c)
    // By its name a person knows which one to remove.
    needFresh(session)
    const done = await secondFactor.renamePasskey(session, Buffer.from(id, 'hex'), name, c.get('traceId'))
    if (!done) throw refuse(404, 'not_found')
    return c.json({ ok: true })
  })
}
