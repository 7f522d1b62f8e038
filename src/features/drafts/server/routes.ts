import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { formDraftsContract } from '../contract.ts'
import { removeDraftFile } from './draft-files.ts'
import { getDraft, putDraft, removeDraft } from './own-drafts.ts'

const os = implement(formDraftsContract).$context<RequestContext>().use(inTenant)

export const draftsRoutes = os.router({
  get: os.get.handler(({ context: { tx, actor }, input }) => getDraft(tx, actor, input.form)),
  put: os.put.handler(({ context: { tx, actor }, input }) => putDraft(tx, actor, input)),
  remove: os.remove.handler(({ context: { tx, actor }, input }) => removeDraft(tx, actor, input)),
  removeFile: os.removeFile.handler(({ context: { tx, actor }, input }) =>
    removeDraftFile(tx, actor, input.id),
  ),
})
