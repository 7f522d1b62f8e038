import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { membersContract } from '../contract.ts'
import { changeMember } from './change-member.ts'
import { inviteMembers, withdrawInvitation } from './invite-members.ts'
import { listInvitations } from './list-invitations.ts'
import { listMembers } from './list-members.ts'
import { listViewings } from './list-viewings.ts'

const os = implement(membersContract).$context<RequestContext>().use(inTenant)

export const membersRoutes = os.router({
  list: os.list.handler(({ context, input }) => listMembers(context.tx, context.actor, input)),
  invitations: os.invitations.handler(({ context, input }) =>
    listInvitations(context.tx, context.actor, input),
  ),
  viewings: os.viewings.handler(({ context, input }) => listViewings(context.tx, context.actor, input)),
  invite: os.invite.handler(({ context, input }) =>
    inviteMembers(context.tx, context.actor, input, context.record),
  ),
  withdraw: os.withdraw.handler(({ context, input }) =>
    withdrawInvitation(context.tx, context.actor, input, context.record),
  ),
  changeRole: os.changeRole.handler(async ({ context, input }) => {
    await changeMember(context.tx, context.actor, input, context.record)
    return { role: input.role }
  }),
  remove: os.remove.handler(async ({ context, input }) => {
    await changeMember(context.tx, context.actor, { userId: input.userId, role: null }, context.record)
    return { removed: true as const }
  }),
})
