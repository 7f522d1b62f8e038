import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../../platform/server/endpoint/in-tenant.ts'
import { voiceContract } from '../../voice-contract.ts'
import type { AssistantService } from '../ask.ts'
import { chooseVoice, getVoice, noteTold } from './voice-state.ts'

const os = implement(voiceContract).$context<RequestContext & { assistant: AssistantService }>().use(inTenant)

export const voiceRoutes = os.router({
  get: os.get.handler(({ context: { tx, actor, assistant } }) => getVoice(tx, actor, assistant.provider)),
  choose: os.choose.handler(({ context: { tx, actor, record }, input }) =>
    chooseVoice(tx, actor, input, record),
  ),
  told: os.told.handler(({ context: { tx, actor, assistant, record }, input }) =>
    noteTold(tx, actor, input.hearer, assistant.provider, record),
  ),
})
