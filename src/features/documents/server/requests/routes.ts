import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../../platform/server/endpoint/in-tenant.ts'
import { documentRequestsContract } from '../../request-contract.ts'
import type { Receiver } from '../receive/receive-file.ts'
import { fileRequest } from './file-request.ts'
import { getRequest, listRequests } from './read-requests.ts'
import { askForDocument, detachFromRequest, stepRequest } from './write-requests.ts'

type Context = RequestContext & { today: string; receiver: Pick<Receiver, 'files' | 'scans'> }
const os = implement(documentRequestsContract).$context<Context>().use(inTenant)

export const documentRequestsRoutes = os.router({
  list: os.list.handler(({ context: { tx, actor, today }, input }) => listRequests(tx, actor, today, input)),
  get: os.get.handler(({ context: { tx, actor, today }, input }) => getRequest(tx, actor, today, input.id)),
  ask: os.ask.handler(({ context: { tx, record }, input }) => askForDocument(tx, input, record)),
  send: os.send.handler(({ context: { tx, ifMatch, record }, input }) =>
    stepRequest(tx, { ...input, act: 'send' }, { ifMatch, record }),
  ),
  decide: os.decide.handler(({ context: { tx, ifMatch, record }, input }) =>
    stepRequest(tx, input, { ifMatch, record }),
  ),
  detach: os.detach.handler(({ context: { tx, record }, input }) => detachFromRequest(tx, input, record)),
  file: os.file.handler(({ context: { tx, actor, record, receiver }, input }) =>
    fileRequest(tx, actor, input, { record, receiver }),
  ),
})
