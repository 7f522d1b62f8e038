import type { Hono, MiddlewareHandler } from 'hono'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type AttachmentParts, mountAttaching } from '../../documents/server/published.ts'
import { draftFileInput, formDraftsFileContract } from '../contract.ts'
import { addDraftFile, refuseFull } from './draft-files.ts'

/** Files that are to be sent with a form: looked at and counted as they come, attached when it is sent. */
export const mountDraftUploads = (
  app: Hono<{ Variables: RequestVariables }>,
  parts: AttachmentParts,
  guards: [MiddlewareHandler, MiddlewareHandler],
) =>
  mountAttaching(app, parts, guards, {
    path: '/api/v1/draft-files',
    meta: formDraftsFileContract.addFile['~orpc'].meta,
    input: draftFileInput,
    refuseUnopened: ({ tx, actor }, { form }) => refuseFull(tx, actor, form),
    attach: async ({ tx, actor }, { form }, file) => ({
      ...(await addDraftFile(tx, actor, form, file)),
      kept: true,
    }),
  })
