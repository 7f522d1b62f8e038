import type { Hono, MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { RequestVariables } from '../../../../platform/server/http/record-request.ts'
import {
  attachToRequestInput,
  documentRequestFilesContract,
  requestFileInput,
} from '../../request-contract.ts'
import {
  ATTACHED,
  type AttachmentParts,
  type FoundAttachment,
  mountAttached,
  mountAttaching,
} from '../mount-attachments.ts'
import { findRequest, SCAN, selectRequestFiles } from './read-requests.ts'
import { attachToRequest } from './write-requests.ts'

type App = Hono<{ Variables: RequestVariables }>

/** `POST /document-requests/{id}/files` */
export const mountRequestUploads = (
  app: App,
  parts: AttachmentParts,
  guards: [MiddlewareHandler, MiddlewareHandler],
) =>
  mountAttaching(app, parts, guards, {
    path: '/api/v1/document-requests/:id/files',
    meta: documentRequestFilesContract.attach['~orpc'].meta,
    input: attachToRequestInput,
    refuseUnopened: async ({ tx, actor }, { id }) => {
      const { state } = await findRequest(tx, actor, id)
      if (state !== 'open') throw refuse(409, 'request_step')
    },
    attach: async ({ tx, record }, { id }, file) => ({
      id: await attachToRequest(tx, id, file, record),
      kept: true,
    }),
  })

/** `GET /document-requests/{id}/files/{fileId}` */
export const mountRequestFiles = (app: App, parts: AttachmentParts) =>
  mountAttached(app, parts, {
    path: '/api/v1/document-requests/:id/files/:fileId',
    meta: documentRequestFilesContract.read['~orpc'].meta,
    input: requestFileInput,
    objectType: 'document_request',
    find: async ({ tx, actor }, { id, fileId }) =>
      selectRequestFiles(tx, await findRequest(tx, actor, id))
        .select(ATTACHED)
        .select(sql<FoundAttachment['format']>`f.format`.as('format'))
        .select(SCAN.as('scan'))
        .where('f.id', '=', fileId)
        .executeTakeFirst(),
  })
