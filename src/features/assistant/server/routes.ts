import { os as base, implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { assistantContract } from '../contract.ts'
import { type Asking, type AssistantService, admit, ask, begin } from './ask.ts'
import type { Reads } from './reads.ts'
import { chooseMode, getState, keepFact, listFacts } from './settings.ts'
import { clearTurns, listTurns, settleTurn } from './turns.ts'

/** Who asks is looked at before what they ask; that transaction ends before the answer begins. */
const begins = base
  .$context<Asking>()
  .middleware(async ({ context, next }) => next({ context: { begun: await begin(context) } }))
const asking = implement(assistantContract).$context<Asking>().use(begins)
const os = implement(assistantContract)
  .$context<RequestContext & { assistant: AssistantService }>()
  .use(inTenant)

/** `readsFor`: what the asker of a request can look at. */
export const assistantRoutes = (readsFor: (context: Asking) => Reads) => ({
  get: os.get.handler(({ context: { tx, actor, assistant } }) => getState(tx, actor, assistant.provider)),
  turns: os.turns.handler(({ context: { tx, actor }, input }) => listTurns(tx, actor, input)),
  ask: asking.ask.handler(async ({ context, input }) => {
    await admit(context, context.begun)
    return ask(context, context.begun, input.question, readsFor(context))
  }),
  settle: os.settle.handler(({ context: { tx, actor, record }, input }) =>
    settleTurn(tx, actor, input, record),
  ),
  clear: os.clear.handler(({ context: { tx, actor, record } }) => clearTurns(tx, actor, record)),
  choose: os.choose.handler(({ context: { tx, actor, assistant, record }, input }) =>
    chooseMode(tx, actor, input, assistant.provider, record),
  ),
  facts: os.facts.handler(async ({ context: { tx } }) => ({ items: await listFacts(tx) })),
  keepFact: os.keepFact.handler(({ context: { tx, record }, input }) => keepFact(tx, input, record)),
  testKey: os.testKey.handler(async ({ context: { assistant } }) => ({
    status: assistant.provider ? await assistant.provider.test() : ('unknown' as const),
  })),
})
