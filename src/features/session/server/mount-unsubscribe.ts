import type { Hono } from 'hono'
import * as z from 'zod'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import { refuse, refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import { boundedBody } from '../../../platform/server/http/bounded-body.ts'
import { clientAddress } from '../../../platform/server/http/client-address.ts'
import { readJson } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type Http, originOf } from '../../../platform/server/http/request-context.ts'
import type { UnsubscribeLinks, Unsubscribing } from '../../../platform/server/mail/unsubscribe-links.ts'

/** The providers of mailboxes send what their readers click from few addresses. */
const TRIES_PER_ADDRESS = 100
const WINDOW_SECONDS = 15 * 60

const ONE_CLICK_BODY = { bytes: 4096, words: '4 kB', withinMs: 15_000 }
const Link = z.object({ token: z.string().min(1).max(1000) }).strict()

type Parts = { signIn: SignInService; links: Pick<UnsubscribeLinks, 'read'>; trustedProxies: number }

/** What the link of a mail of notices opens (J10): for whoever has the mail, without a session. It only turns mails off. */
export function mountUnsubscribe(app: Hono<{ Variables: RequestVariables }>, parts: Parts) {
  const { signIn, links } = parts

  async function read(c: Http, token: string): Promise<Unsubscribing> {
    const bucket = `unsubscribe ${signIn.keyed(clientAddress(c, parts.trustedProxies))}`
    refuseWhenFull(await signIn.countInWindow(bucket, TRIES_PER_ADDRESS, WINDOW_SECONDS))
    const found = links.read(token, new Date())
    if (!found) throw refuse(404, 'unsubscribe_void')
    return found
  }
  async function turnOff(c: Http, token: string): Promise<void> {
    const { userId, subjects } = await read(c, token)
    if (!(await signIn.mails.turnOff(userId, subjects, originOf(c)))) throw refuse(404, 'unsubscribe_void')
  }

  /** One click in a mail program (RFC 8058): its provider sends a form, and neither a cookie nor an origin. */
  app.post('/unsubscribe', boundedBody(ONE_CLICK_BODY), async (c) => {
    // Whatever follows links to look at them does not send this.
    if (!/\bOne-Click\b/.test(await c.req.text())) throw refuse(404, 'unsubscribe_void')
    await turnOff(c, c.req.query('token') ?? '')
    return c.text('OK')
  })

  app.post('/api/auth/unsubscribe/look', async (c) => {
    const { userId, subjects } = await read(c, (await readJson(c, Link)).token)
    const on = await signIn.mails.goTo(userId, subjects)
    if (on === null) throw refuse(404, 'unsubscribe_void')
    return c.json({ subjects, on })
  })

  app.post('/api/auth/unsubscribe/confirm', async (c) => {
    await turnOff(c, (await readJson(c, Link)).token)
    return c.json({ ok: true })
  })
}
