import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { usersContract } from '../contract.ts'
import type { AccountKeys } from './account-keys.ts'
import { changeEmail, endSessions, setState, unlock } from './change-user.ts'
import { eraseUser } from './erase-person.ts'
import { getUser, listRoles } from './get-user.ts'
import { inviteUsers, withdrawInvitation } from './invite-users.ts'
import { listInvitations } from './list-invitations.ts'
import { listSessions } from './list-sessions.ts'
import { listUsers } from './list-users.ts'
import { setAccess } from './set-access.ts'

const os = implement(usersContract).$context<RequestContext & { accounts: AccountKeys }>().use(inTenant)

export const usersRoutes = os.router({
  list: os.list.handler(({ context, input }) => listUsers(context.tx, input)),
  get: os.get.handler(({ context, input }) => getUser(context.tx, context.actor, input, context.accounts)),
  roles: os.roles.handler(({ context }) => listRoles(context.tx)),
  invitations: os.invitations.handler(({ context, input }) => listInvitations(context.tx, input)),
  invite: os.invite.handler(({ context, input }) => inviteUsers(context.tx, input, context.record)),
  withdraw: os.withdraw.handler(({ context, input }) =>
    withdrawInvitation(context.tx, input, context.record),
  ),
  setAccess: os.setAccess.handler(({ context, input }) => setAccess(context.tx, input, context.record)),
  setState: os.setState.handler(({ context, input }) => setState(context.tx, input, context.record)),
  unlock: os.unlock.handler(({ context, input }) =>
    unlock(context.tx, input, context.accounts, context.record),
  ),
  sessions: os.sessions.handler(({ context, input }) => listSessions(context.tx, input)),
  endSessions: os.endSessions.handler(({ context, input }) => endSessions(context.tx, input, context.record)),
  changeEmail: os.changeEmail.handler(({ context, input }) => changeEmail(context.tx, input, context.record)),
  erase: os.erase.handler(({ context, input }) => eraseUser(context.tx, input, context.record)),
})
