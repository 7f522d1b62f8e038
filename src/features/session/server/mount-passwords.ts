import type { Hono } from 'hono'
import * as z from 'zod'
import { normaliseEmail } from '../../../platform/server/auth/normalise-email.ts'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import { refuse, refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import { runInTenant } from '../../../platform/server/endpoint/in-tenant.ts'
import { askerLanguage } from '../../../platform/server/http/asker-language.ts'
import { clientAddress } from '../../../platform/server/http/client-address.ts'
import { readJson } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type Http, originOf, requestContext } from '../../../platform/server/http/request-context.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { shortestPassword } from '../domain/password-rules.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

/** From one address: each costs a look-up or a password's hash. About one account: more mails than that help nobody. */
const TRIES_PER_ADDRESS = 20
const MAILS_PER_ACCOUNT = 3
const WINDOW_SECONDS = 15 * 60

const Forgotten = z.object({ email: z.string().trim().min(1).max(320) }).strict()
const Link = z.object({ token: z.string().min(1).max(200) }).strict()
const Change = z.object({ current: z.string().max(1000), password: z.string().max(1000) }).strict()
const Wish = Link.extend({ password: z.string().max(1000) }).strict()

/** A change of one's own: whoever sits at an open session may not guess for long. */
const TRIES_OF_A_PERSON = 10

type Parts = { database: Database; signIn: SignInService; trustedProxies: number; brandName: () => string }

/** A forgotten password: a link by mail, good once (A6). Neither answer nor time tells whether the account exists. */
export function mountPasswords(app: Hono<{ Variables: RequestVariables }>, parts: Parts) {
  const { database, signIn, brandName } = parts

  async function countTry(c: Http): Promise<void> {
    const bucket = `password ${signIn.keyed(clientAddress(c, parts.trustedProxies))}`
    const wait = await signIn.countInWindow(bucket, TRIES_PER_ADDRESS, WINDOW_SECONDS)
    refuseWhenFull(wait)
  }

  app.post('/api/auth/password/forgot', async (c) => {
    const { email } = await readJson(c, Forgotten)
    await countTry(c)
    const account = signIn.keyed(`password of ${normaliseEmail(email)}`)
    const tooMany = await signIn.countInWindow(`reset ${account}`, MAILS_PER_ACCOUNT, WINDOW_SECONDS)
    // Said to nobody: the mails that are in the box already work.
    if (tooMany === null) {
      const who = await signIn.resets.ask(email)
      await signIn.record(null, 'password.reset_asked', who ?? `unknown:${account}`, {}, originOf(c))
    }
    return c.json({ ok: true })
  })

  app.post('/api/auth/password/look', async (c) => {
    const { token } = await readJson(c, Link)
    await countTry(c)
    const link = await signIn.resets.find(token)
    if (!link) throw refuse(404, 'link_void')
    c.header('cache-control', 'no-store')
    const shortest = shortestPassword(await signIn.needsFactor(link.userId))
    return c.json({ email: link.email, endsAt: link.endsAt, shortest })
  })

  app.post('/api/auth/password/reset', async (c) => {
    const { token, password } = await readJson(c, Wish)
    await countTry(c)
    const link = await signIn.resets.find(token)
    if (!link) throw refuse(404, 'link_void')
    const names = [brandName(), link.name, link.email, ...link.tenants]
    await refuseWeakPassword(c, password, names, await signIn.needsFactor(link.userId))
    if (!(await signIn.resets.use(token, password, originOf(c)))) throw refuse(404, 'link_void')
    await signIn.unlock(link.email)
    return c.json({ ok: true, email: link.email })
  })

  /** One's own, by who knows the present one: other sessions end, a mail tells of it. */
  app.post('/api/auth/password/change', async (c) => {
    const { current, password } = await readJson(c, Change)
    const context = requestContext(c, database, signIn)
    const { asker, own } = await runInTenant(
      context,
      { meta: { signedIn: true }, write: false },
      async ({ tx, actor }) => ({
        asker: actor,
        own: await tx
          .selectFrom('profiles')
          .leftJoin('tenants', (join) => join.on('tenants.id', '=', actor.tenantId))
          .select(['profiles.name', 'email', 'tenants.name as tenant'])
          .where('user_id', '=', actor.userId)
          .executeTakeFirstOrThrow(),
      }),
    )
    if (asker.mode) throw refuse(403, 'read_only_session')
    refuseWhenFull(
      await signIn.countInWindow(`own password ${asker.userId}`, TRIES_OF_A_PERSON, WINDOW_SECONDS),
    )
    const wrong = (path: string, code: 'wrong' | 'same') => {
      const message = serverMessages(askerLanguage(c)).passwords[code]
      return refuse(422, 'validation', { errors: [{ path, message, code }] })
    }
    if (!(await signIn.resets.isRight(asker.userId, current))) throw wrong('current', 'wrong')
    if (current === password) throw wrong('password', 'same')
    const names = [brandName(), own.name, own.email, own.tenant ?? '']
    await refuseWeakPassword(c, password, names, await signIn.needsFactor(asker.userId))
    await signIn.resets.change(asker, password, originOf(c))
    return c.json({ ok: true })
  })
}
