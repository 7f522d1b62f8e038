import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { displayRulesContract } from '../contract.ts'
import { changeRules, undoChange } from './change-rules.ts'
import { listChanges } from './list-changes.ts'
import { listNames } from './list-names.ts'
import { previewRules } from './preview-rules.ts'
import { rulesInForce, rulesVersion } from './rules-in-force.ts'

const os = implement(displayRulesContract).$context<RequestContext>().use(inTenant)

export const displayRulesRoutes = os.router({
  get: os.get.handler(async ({ context: { tx } }) => ({
    version: await rulesVersion(tx),
    ...(await rulesInForce(tx)),
    changes: await listChanges(tx),
  })),
  preview: os.preview.handler(({ context, input }) => previewRules(context.tx, input)),
  change: os.change.handler(({ context, input }) => changeRules(context.tx, input, context.record)),
  undo: os.undo.handler(({ context, input }) => undoChange(context.tx, input, context.record)),
  names: os.names.handler(({ context, input }) => listNames(context.tx, input)),
})
