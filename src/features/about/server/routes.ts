import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { roadmapContract } from '../contract.ts'
import { listComments, listPhases } from './read-roadmap.ts'
import { changePhase, commentPhase } from './write-roadmap.ts'

const os = implement(roadmapContract).$context<RequestContext>().use(inTenant)

export const roadmapRoutes = os.router({
  list: os.list.handler(({ context: { tx, actor } }) => listPhases(tx, actor)),
  comments: os.comments.handler(({ context: { tx }, input }) => listComments(tx, input)),
  comment: os.comment.handler(({ context: { tx, actor, record }, input }) =>
    commentPhase(tx, actor, input, record),
  ),
  change: os.change.handler(({ context: { tx, record }, input }) => changePhase(tx, input, record)),
})
