import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { demoRequestsContract } from '../contract.ts'
import { answerDemoRequest } from './answer-demo-request.ts'
import { listDemoRequests } from './list-demo-requests.ts'

const os = implement(demoRequestsContract).$context<RequestContext>().use(inTenant)

export const demoRequestsRoutes = os.router({
  list: os.list.handler(({ context: { tx }, input }) => listDemoRequests(tx, input)),
  answer: os.answer.handler(({ context: { tx, actor, record }, input }) =>
    answerDemoRequest(tx, actor, input, record),
  ),
})
