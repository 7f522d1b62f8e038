import type { Actor } from '../../../platform/server/database/context.ts'
import { refuse, refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import { type RequestContext, runInTenant } from '../../../platform/server/endpoint/in-tenant.ts'
import { refuseUnstorable } from '../../../platform/server/endpoint/parse-input.ts'
import type { ServerLanguage } from '../../../platform/server/http/server-messages.ts'
import { type Opening, readOpening } from '../../company/server/published.ts'
import type { ClassTerms } from '../../products/contract.ts'
import { readClassTerms } from '../../products/server/published.ts'
import { assistantContract, type Fact, type Mode, type Turn } from '../contract.ts'
import { understand } from '../domain/understand.ts'
import { createDesk } from './built-in/desk.ts'
import { answerByProvider, builtIn } from './provider/answer-by-provider.ts'
import type { Provider } from './provider/provider.ts'
import type { Tokens } from './provider/read-completion.ts'
import type { Reads } from './reads.ts'
import { listFacts, modeOf } from './settings.ts'
import { keepTurn, lastTurns, type NewTurn } from './turns.ts'

/** What everybody's questions need beside the request. */
export type AssistantService = {
  provider: Provider | undefined
  /** Seconds to wait, or null; exact over any number of servers. */
  countInWindow: (bucket: string, allowed: number, seconds: number) => Promise<number | null>
  /** Adds an amount, 0 to look; seconds to wait once all is used. */
  spendInWindow: (bucket: string, amount: number, allowed: number, seconds: number) => Promise<number | null>
}

export type Asking = RequestContext & { assistant: AssistantService; language: ServerLanguage; today: string }

const DAY = 24 * 60 * 60
/** Questions: of a person in a minute and a day, of a company in a day. */
const BUDGET = { minute: 60, day: 500, tenantDay: 5000 }
/** How much of the conversation an answer may follow from. */
const REMEMBERED = 10

const { meta } = assistantContract.ask['~orpc']

/** Who hears the answer while it is made, and can end it. */
export type Listener = { onText: (text: string) => void; signal: AbortSignal }
const UNHEARD: Listener = { onText: () => {}, signal: new AbortController().signal }

export type Begun = {
  actor: Actor
  mode: Mode
  facts: Fact[]
  terms: ClassTerms[]
  opening: Opening
  before: Turn[]
}

/** What comes before the question is even looked at: who asks, and what was said before. */
export const begin = (context: Asking): Promise<Begun> =>
  runInTenant(context, { meta, write: false }, async ({ tx, actor }) => {
    if (actor.mode) throw refuse(403, 'read_only_session')
    return {
      actor,
      mode: await modeOf(tx, actor, context.assistant.provider),
      facts: await listFacts(tx),
      terms: await readClassTerms(tx),
      opening: await readOpening(tx),
      before: await lastTurns(tx, actor, REMEMBERED),
    }
  })

/** Whether it is answered at all. */
export async function admit({ assistant }: Asking, { actor, mode }: Begun): Promise<void> {
  if (mode === 'off') throw refuse(409, 'assistant_off')
  await refuseOverBudget(assistant, actor, 'assistant', BUDGET)
  if (mode === 'provider') for (const wait of await spend(assistant, actor, 0)) refuseWhenFull(wait)
}

/** Counts tokens of a person and their company; what each has to wait. */
async function spend({ provider, spendInWindow }: AssistantService, actor: Actor, tokens: number) {
  if (!provider) return []
  const { person, company } = provider.allowed
  return Promise.all([
    spendInWindow(`assistant tokens ${actor.userId}`, tokens, person, DAY),
    spendInWindow(`assistant tokens tenant ${actor.tenantId ?? 0}`, tokens, company, DAY),
  ])
}

/**
 * One question that was admitted: the answer, whose looks at data are requests of the asker's own session, then both are kept in a
 * transaction of their own. Nothing is held open while somebody outside thinks.
 */
export async function ask(
  context: Asking,
  { actor, mode, facts, terms, opening, before }: Begun,
  question: string,
  reads: Reads,
  { onText, signal }: Listener = UNHEARD,
): Promise<Turn> {
  refuseUnstorable(question)
  // The question's own language where one can tell; else that of the screen.
  const language = understand(question, context.today).language ?? context.language
  const desk = createDesk({ reads, actor, language, facts, terms, opening, before, today: context.today })
  const { provider } = context.assistant
  const tokens: Tokens = { sent: 0, received: 0 }
  const onTokens = ({ sent, received }: Tokens) => {
    tokens.sent += sent
    tokens.received += received
  }
  const said = await (mode === 'provider' && provider
    ? answerByProvider(desk, provider, question, { today: context.today, onText, onTokens, signal })
    : builtIn(desk, question)
  ).finally(() => tokens.sent > 0 && spend(context.assistant, actor, tokens.sent + tokens.received))
  const turn: NewTurn = { question, language, tokens, ...said }
  return runInTenant(context, { meta, write: true }, ({ tx, actor, record }) =>
    keepTurn(tx, actor, turn, record),
  )
}

/** Counted together under their `name`, however many servers there are. */
export async function refuseOverBudget(
  { countInWindow }: AssistantService,
  { userId, tenantId }: Actor,
  name: string,
  budget: typeof BUDGET,
): Promise<void> {
  refuseWhenFull(await countInWindow(`${name} ${userId}`, budget.minute, 60))
  refuseWhenFull(await countInWindow(`${name} day ${userId}`, budget.day, DAY))
  if (tenantId !== null)
    refuseWhenFull(await countInWindow(`${name} tenant ${tenantId}`, budget.tenantDay, DAY))
}
