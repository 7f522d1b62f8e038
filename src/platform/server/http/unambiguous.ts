import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { SignInService } from '../auth/sign-in-service.ts'
import { refuse } from '../endpoint/fault.ts'

/** 400 where a request names two hosts or brings two sessions: whoever stands in front may have looked at the other one. */
export const unambiguous =
  ({ cookies }: SignInService): MiddlewareHandler =>
  async (c, next) => {
    if (hostsOf(c) > 1 || cookies.bringsSeveral(c.req.header('cookie')))
      throw refuse(400, 'ambiguous_request')
    return next()
  }

function hostsOf(c: Context): number {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  const names = incoming?.rawHeaders.filter((_, index) => index % 2 === 0) ?? []
  return names.filter((name) => name.toLowerCase() === 'host').length
}

/** 401 before anything is looked at of a body, its type too: who is nobody learns nothing of what would be taken. */
export const knownSession =
  ({ cookies, secondFactor }: SignInService): MiddlewareHandler =>
  async (c, next) => {
    const header = c.req.header('cookie')
    const token = cookies.readSession(header)
    if (!token) throw refuse(401, cookies.readChallenge(header) ? 'second_factor_required' : 'no_session')
    if (!(await secondFactor.sessionBehind(token))) throw refuse(401, 'no_session')
    return next()
  }

/** One after the other. */
export const both =
  (first: MiddlewareHandler, second: MiddlewareHandler): MiddlewareHandler =>
  (c, next) =>
    first(c, async () => {
      await second(c, next)
    })
