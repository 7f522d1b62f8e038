import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { temporaryAccessContract } from '../contract.ts'
import { allowAccess, issueAccess, revokeAccess } from './issue-access.ts'
import { listAccess, listChoices } from './list-access.ts'

const os = implement(temporaryAccessContract).$context<RequestContext>().use(inTenant)

export const temporaryAccessRoutes = os.router({
  list: os.list.handler(({ context, input }) => listAccess(context.tx, input)),
  choices: os.choices.handler(({ context }) => listChoices(context.tx)),
  issue: os.issue.handler(({ context, input }) => issueAccess(context.tx, input, context.record)),
  revoke: os.revoke.handler(({ context, input }) => revokeAccess(context.tx, input, context.record)),
  allow: os.allow.handler(({ context, input }) => allowAccess(context.tx, input, context.record)),
})
