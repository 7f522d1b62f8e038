import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { claimsContract } from '../claims-contract.ts'
import { roadmapContract } from '../contract.ts'
import { listComments, listPhases, listVoicePhases } from './read-roadmap.ts'
import { addClaim, changeClaim, removeClaim } from './write-claims.ts'
import { changePhase, commentPhase } from './write-roadmap.ts'

const os = implement(roadmapContract).$context<RequestContext & { today: string }>().use(inTenant)

export const roadmapRoutes = os.router({
  list: os.list.handler(({ context: { tx, actor } }) => listPhases(tx, actor)),
  voice: os.voice.handler(({ context: { tx, today } }) => listVoicePhases(tx, today)),
  comments: os.comments.handler(({ context: { tx }, input }) => listComments(tx, input)),
  comment: os.comment.handler(({ context: { tx, actor, record }, input }) =>
    commentPhase(tx, actor, input, record),
  ),
  change: os.change.handler(({ context: { tx, record }, input }) => changePhase(tx, input, record)),
})

const claims = implement(claimsContract).$context<RequestContext>().use(inTenant)

export const claimsRoutes = claims.router({
  add: claims.add.handler(({ context: { tx, record }, input }) => addClaim(tx, input, record)),
  change: claims.change.handler(({ context: { tx, record }, input }) => changeClaim(tx, input, record)),
  remove: claims.remove.handler(({ context: { tx, record }, input }) => removeClaim(tx, input, record)),
})
