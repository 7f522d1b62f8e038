import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { documentsContract } from '../contract.ts'
import { getDocument } from './get-document.ts'
import { listDocuments } from './list-documents.ts'
import { listLegal } from './list-legal.ts'
import { listOrderDocuments } from './list-order-documents.ts'
import { listProducts } from './list-products.ts'
import { markFactSheet } from './mark-fact-sheet.ts'

const os = implement(documentsContract).$context<RequestContext>().use(inTenant)

export const documentsRoutes = os.router({
  legal: os.legal.handler(({ context, input }) => listLegal(context.tx, context.actor, input)),
  documentation: os.documentation.handler(({ context, input }) =>
    listDocuments(context.tx, context.actor, 'product', input),
  ),
  products: os.products.handler(({ context, input }) => listProducts(context.tx, context.actor, input)),
  factSheets: os.factSheets.handler(({ context, input }) =>
    listDocuments(context.tx, context.actor, 'fact-sheet', input),
  ),
  markFactSheet: os.markFactSheet.handler(({ context, input }) =>
    markFactSheet(context.tx, context.actor, input, context.record),
  ),
  quality: os.quality.handler(({ context, input: { shelf, ...ask } }) =>
    listDocuments(context.tx, context.actor, shelf, ask),
  ),
  ofOrder: os.ofOrder.handler(({ context, input }) => listOrderDocuments(context.tx, context.actor, input)),
  get: os.get.handler(({ context, input }) => getDocument(context.tx, context.actor, input)),
})
