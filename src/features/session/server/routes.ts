import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { sessionContract } from '../contract.ts'
import { changePreferences } from './change-preferences.ts'
import { getSession } from './get-session.ts'
import { changeOwnEmail, ownEmail } from './own-email.ts'
import { ownSecondFactor } from './own-second-factor.ts'
import { endOwnSession, ownSessions } from './own-sessions.ts'

const os = implement(sessionContract).$context<RequestContext>().use(inTenant)

export const sessionRoutes = os.router({
  get: os.get.handler(({ context }) => getSession(context.tx, context.actor)),
  changePreferences: os.changePreferences.handler(({ context, input }) =>
    changePreferences(context.tx, context.actor, input, context.record),
  ),
  own: os.own.handler(({ context }) => ownSessions(context.tx)),
  secondFactor: os.secondFactor.handler(({ context }) => ownSecondFactor(context.tx, context.actor, context)),
  email: os.email.handler(({ context }) => ownEmail(context.tx, context.actor)),
  changeEmail: os.changeEmail.handler(({ context, input }) =>
    changeOwnEmail(context.tx, context.actor, input, context.record),
  ),
  end: os.end.handler(({ context, input }) => endOwnSession(context.tx, input, context.record)),
})
