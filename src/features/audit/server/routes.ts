import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { auditContract } from '../contract.ts'
import type { Checkpoints } from './checkpoints.ts'
import { listAudit } from './list-audit.ts'
import { verifyAudit } from './verify-audit.ts'

const os = implement(auditContract).$context<RequestContext & { checkpoints: Checkpoints }>().use(inTenant)

export const auditRoutes = os.router({
  list: os.list.handler(({ context, input }) => listAudit(context.tx, context.actor, input)),
  checkpoint: os.checkpoint.handler(({ context }) => ({
    checkpoint: context.checkpoints.last(context.actor.tenantId ?? 0),
  })),
  verify: os.verify.handler(({ context }) => verifyAudit(context.tx, context.checkpoints, context.record)),
})
