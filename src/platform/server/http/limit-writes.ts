import type { MiddlewareHandler } from 'hono'
import type { SignInService } from '../auth/sign-in-service.ts'
import { refuseWhenFull } from '../endpoint/fault.ts'

const WRITES_A_MINUTE = 240

/** So many writes a minute and session, exact over any number of servers. Reads are not counted. */
export const limitWrites =
  (signIn: SignInService): MiddlewareHandler =>
  async (c, next) => {
    const token = c.req.method === 'GET' ? undefined : signIn.cookies.readSession(c.req.header('cookie'))
    if (token) {
      const wait = await signIn.countOfSession(token, 'write', WRITES_A_MINUTE, 60)
      refuseWhenFull(wait)
    }
    return next()
  }
