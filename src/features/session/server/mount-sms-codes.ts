import type { Hono } from 'hono'
import * as z from 'zod'
import { dialled } from '../../../platform/contract/phone.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { askerLanguage } from '../../../platform/server/http/asker-language.ts'
import { readJson } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import type { Http } from '../../../platform/server/http/request-context.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { type FactorParts, factorRequests, Nothing, Password } from './factor-requests.ts'

const New = Password.extend({ number: z.string().trim().min(1).max(40) }).strict()
const First = z.object({ sms: z.string().trim().min(1).max(40) }).strict()

/** Codes by SMS (A4), where the installation has a sender: for a sign-in, for who is asked again, and to a new number. */
export function mountSmsCodes(app: Hono<{ Variables: RequestVariables }>, parts: FactorParts) {
  const { signIn, brandName } = parts
  const { secondFactor } = signIn
  const { wrong, halfOf, take, countAttempt, sessionOf, needPassword, needFresh, sentSms } =
    factorRequests(parts)
  const writerFor = (c: Http) => ({ brand: brandName(), screen: askerLanguage(c) })
  const needSender = () => {
    if (!signIn.sendsSms) throw refuse(409, 'no_sms')
  }
  const readNumber = (c: Http, typed: string): string => {
    const number = dialled(typed)
    if (number) return number
    const message = serverMessages(askerLanguage(c)).sms.noNumber
    throw refuse(422, 'validation', { errors: [{ path: 'number', message }] })
  }

  app.post('/api/auth/sign-in/second-factor/sms', async (c) => {
    await readJson(c, Nothing)
    needSender()
    const { challenge, userId } = await halfOf(c)
    await countAttempt('sms', userId)
    take(c, [])
    return c.json(sentSms(await secondFactor.askSms(challenge, userId, writerFor(c))))
  })

  app.post('/api/auth/second-factor/step-up/sms', async (c) => {
    await readJson(c, Nothing)
    const session = await sessionOf(c)
    needSender()
    await countAttempt('sms', session.userId)
    take(c, [])
    return c.json(sentSms(await secondFactor.askSmsAgain(session, writerFor(c))))
  })

  app.post('/api/auth/second-factor/sms/begin', async (c) => {
    const { password, number } = await readJson(c, New)
    const session = await sessionOf(c)
    needSender()
    needFresh(session)
    const to = readNumber(c, number)
    await needPassword(c, session, password)
    await countAttempt('sms', session.userId)
    take(c, [])
    return c.json(sentSms(await secondFactor.askNewNumber(session, to, writerFor(c))))
  })

  app.post('/api/auth/second-factor/sms/again', async (c) => {
    await readJson(c, Nothing)
    const session = await sessionOf(c)
    needSender()
    await countAttempt('sms', session.userId)
    take(c, [])
    return c.json(sentSms(await secondFactor.askNewNumberAgain(session, writerFor(c))))
  })

  app.post('/api/auth/second-factor/sms/confirm', async (c) => {
    const { sms } = await readJson(c, First)
    const session = await sessionOf(c)
    await countAttempt('first code', session.userId)
    const made = await secondFactor.addNumber(session, sms, c.get('traceId'))
    if (!made) throw wrong(c, 'invalid_sms')
    take(c, [made.cookie])
    return c.json({ recoveryCodes: made.recoveryCodes })
  })
}
