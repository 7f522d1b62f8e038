import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import type { ServerLanguage } from '../../../platform/server/http/server-messages.ts'
import { exportsContract } from '../contract.ts'
import { changeExport } from './change-export.ts'
import type { ExportQueue } from './export-queue.ts'
import { listExports } from './list-exports.ts'
import { startExport } from './start-export.ts'

const os = implement(exportsContract)
  .$context<
    RequestContext & { exports: Pick<ExportQueue, 'tickets' | 'look' | 'kinds'>; language: ServerLanguage }
  >()
  .use(inTenant)

export const exportsRoutes = os.router({
  list: os.list.handler(({ context }) => listExports(context.tx, context.actor)),
  start: os.start.handler(({ context, input }) => {
    const { exports, language, record } = context
    exports.look()
    return startExport(context.tx, context.actor, input, { ...exports, language, record })
  }),
  change: os.change.handler(({ context, input }) => {
    context.exports.look()
    return changeExport(context.tx, context.actor, input, context.record)
  }),
})
