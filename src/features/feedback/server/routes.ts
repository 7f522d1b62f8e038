import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { feedbackContract } from '../contract.ts'
import { listFeedback, summariseFeedback } from './read-feedback.ts'
import { reviewFeedback } from './review-feedback.ts'
import { sendFeedback } from './send-feedback.ts'

const os = implement(feedbackContract).$context<RequestContext>().use(inTenant)

export const feedbackRoutes = os.router({
  send: os.send.handler(({ context: { tx, actor, record }, input }) =>
    sendFeedback(tx, actor, input, record),
  ),
  list: os.list.handler(({ context: { tx }, input }) => listFeedback(tx, input)),
  summary: os.summary.handler(({ context: { tx } }) => summariseFeedback(tx)),
  review: os.review.handler(({ context: { tx, actor, record }, input }) =>
    reviewFeedback(tx, actor, input, record),
  ),
})
