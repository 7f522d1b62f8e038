import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { knownVersion } from '../../../platform/server/endpoint/known-version.ts'
import { purchaseOrdersContract } from '../contract.ts'
import { changeDraft, checkDraft, createDraft, discardDraft } from './drafts.ts'
import { getPurchaseOrder } from './get-purchase-order.ts'
import { listPurchaseOrders, summarisePurchaseOrders } from './list-purchase-orders.ts'
import { movePurchaseOrder } from './move.ts'
import { removeFile } from './po-files.ts'
import { keepAddresses, readSettings, setLimit } from './settings.ts'

const os = implement(purchaseOrdersContract).$context<RequestContext & { today: string }>().use(inTenant)

const known = <Input extends { version?: number | undefined }>(
  ifMatch: string | undefined,
  input: Input,
) => ({
  ...input,
  version: knownVersion(ifMatch, input.version),
})

export const purchaseOrdersRoutes = os.router({
  list: os.list.handler(({ context, input }) =>
    listPurchaseOrders(context.tx, context.actor, input, context.today),
  ),
  summary: os.summary.handler(({ context, input }) =>
    summarisePurchaseOrders(context.tx, context.actor, input, context.today),
  ),
  settings: os.settings.handler(({ context, input }) => readSettings(context.tx, context.actor, input)),
  keepAddresses: os.keepAddresses.handler(({ context, input }) =>
    keepAddresses(context.tx, context.actor, known(context.ifMatch, input), context.record),
  ),
  setLimit: os.setLimit.handler(({ context, input }) =>
    setLimit(context.tx, context.actor, known(context.ifMatch, input), context.record),
  ),
  get: os.get.handler(({ context, input }) =>
    getPurchaseOrder(context.tx, context.actor, input, context.today),
  ),
  check: os.check.handler(({ context, input }) =>
    checkDraft(context.tx, context.actor, input, context.today),
  ),
  create: os.create.handler(({ context, input }) => createDraft(context.tx, context.actor, input, context)),
  change: os.change.handler(({ context, input }) =>
    changeDraft(context.tx, context.actor, known(context.ifMatch, input), context),
  ),
  removeFile: os.removeFile.handler(({ context, input }) =>
    removeFile(context.tx, context.actor, input, context.record),
  ),
  discard: os.discard.handler(({ context, input }) =>
    discardDraft(context.tx, context.actor, known(context.ifMatch, input), context.record),
  ),
  act: os.act.handler(({ context, input }) =>
    movePurchaseOrder(context.tx, context.actor, known(context.ifMatch, input), context),
  ),
  decide: os.decide.handler(({ context, input: { approve, ...input } }) =>
    movePurchaseOrder(
      context.tx,
      context.actor,
      { ...known(context.ifMatch, input), act: approve ? 'approve' : 'decline' },
      context,
    ),
  ),
  answer: os.answer.handler(({ context, input }) =>
    movePurchaseOrder(context.tx, context.actor, known(context.ifMatch, input), context),
  ),
})
