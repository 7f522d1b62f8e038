import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../../platform/server/endpoint/in-tenant.ts'
import { documentsAdminContract } from '../../admin-contract.ts'
import { changeDocument, releaseVersion, withdrawDocument } from './change-document.ts'
import { getDocumentRecord } from './document-record.ts'
import { getAdminDocument } from './get-admin-document.ts'
import { listAcknowledgements } from './list-acknowledgements.ts'
import { listAdminDocuments } from './list-admin-documents.ts'
import { listLotSources } from './lot-sources.ts'
import { keepDocument, removeDocument } from './retention.ts'

const os = implement(documentsAdminContract).$context<RequestContext>().use(inTenant)

export const documentsAdminRoutes = os.router({
  lotSources: os.lotSources.handler(({ context, input }) => listLotSources(context.tx, input)),
  list: os.list.handler(({ context, input }) => listAdminDocuments(context.tx, input)),
  get: os.get.handler(({ context, input }) => getAdminDocument(context.tx, input)),
  record: os.record.handler(({ context, input }) => getDocumentRecord(context.tx, input)),
  acknowledgements: os.acknowledgements.handler(({ context, input }) =>
    listAcknowledgements(context.tx, input),
  ),
  change: os.change.handler(({ context, input }) =>
    changeDocument(context.tx, context.actor, input, context.record),
  ),
  release: os.release.handler(({ context, input }) =>
    releaseVersion(context.tx, context.actor, input, context.record),
  ),
  withdraw: os.withdraw.handler(({ context, input }) =>
    withdrawDocument(context.tx, context.actor, input, context.record),
  ),
  keep: os.keep.handler(({ context, input }) =>
    keepDocument(context.tx, context.actor, input, context.record),
  ),
  remove: os.remove.handler(({ context, input }) =>
    removeDocument(context.tx, context.actor, input, context.record),
  ),
})
