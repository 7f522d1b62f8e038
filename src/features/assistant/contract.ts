import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { LANGUAGES } from '../../platform/contract/languages.ts'
import { CalendarDate, Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { said, text } from '../../platform/contract/text.ts'

const whole = z.number().int()
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const version = z.int().min(0).max(2_147_483_646)

/** An address within the portal: nothing that an answer links to leads elsewhere. */
const PortalPath = z.string().regex(/^\/([^/\\\s][^\\\s]*)?$/)
const Citation = z.object({ label: z.string(), href: PortalPath })
export type Citation = z.infer<typeof Citation>

/** What an answer offers to do: it is done when its reader confirms it on the card that shows it, and not before. */
export const Proposal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('issue'),
    type: z.enum([
      'damaged_product',
      'missing_items',
      'wrong_product',
      'technical_issue',
      'quality_concern',
      'other',
    ]),
    priority: z.enum(['high', 'medium', 'low']),
    title: z.string(),
    description: z.string(),
    orderId: whole.nullable(),
    orderNo: z.string().nullable(),
    lotNo: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('purchase_order'),
    lines: z.array(
      z.object({ itemNo: z.string(), name: z.string(), quantity: z.number(), unit: z.string().nullable() }),
    ),
  }),
  z.object({
    kind: z.literal('support'),
    subject: z.string(),
    /** What was said here, for whoever takes over. */
    summary: z.string(),
    links: z.array(Citation),
  }),
])
export type Proposal = z.infer<typeof Proposal>

const OUTCOMES = ['answered', 'declined', 'stopped', 'failed'] as const
const ANSWERERS = ['built_in', 'provider'] as const

/** A question and its answer. */
export const Turn = z.object({
  id: whole,
  /** Under which what it offers is carried out: twice, it is still one. */
  key: z.uuid(),
  askedAt: Instant,
  question: z.string(),
  answer: z.string(),
  /** `declined`: it says that it cannot tell; `failed`: the provider did not answer. */
  outcome: z.enum(OUTCOMES),
  answeredBy: z.enum(ANSWERERS),
  /** Of the answer. */
  language: z.enum(LANGUAGES),
  /** What it used; without any, it says nothing of the asker's affairs. */
  citations: z.array(Citation),
  proposal: Proposal.nullable(),
  settled: z.enum(['confirmed', 'cancelled']).nullable(),
  /** Where what was confirmed stands now. */
  result: PortalPath.nullable(),
})
export type Turn = z.infer<typeof Turn>

export const MODES = ['off', 'built_in', 'provider'] as const
export type Mode = (typeof MODES)[number]

export const AssistantState = z.object({
  /** Who answers now: `provider` only where one is set up and the company agreed to it. */
  mode: z.enum(MODES),
  /** What the company chose, with who agreed to the provider; for those who can change it. */
  setting: z
    .object({
      mode: z.enum(MODES),
      consentedBy: z.string().nullable(),
      consentedAt: Instant.nullable(),
      version: whole,
    })
    .nullable(),
  /** Whether the operator set up a provider at all. */
  providerSetUp: z.boolean(),
  /** The provider's key; for administrators alone. */
  key: z
    .object({ provider: z.string(), status: z.enum(['unknown', 'testing', 'valid', 'invalid']) })
    .nullable(),
  /** Whether the asker can ask: a session that may only read cannot. */
  canAsk: z.boolean(),
})
export type AssistantState = z.infer<typeof AssistantState>

export const FACT_TOPICS = ['allergens', 'company'] as const
export type FactTopic = (typeof FACT_TOPICS)[number]
const Texts = z.object({
  en: said(1000),
  'fr-CA': text(1000),
  de: text(1000),
  es: text(1000),
})
export const Fact = z.object({
  topic: z.enum(FACT_TOPICS),
  /** English is there always; who reads a language without a text reads English. */
  texts: Texts,
  /** Who answers for it, and since when. */
  owner: z.string().nullable(),
  statedOn: CalendarDate.nullable(),
  version: whole,
})
export type Fact = z.infer<typeof Fact>

const asks = { permission: 'assistant.write', module: 'chat' } as const
const LONGEST_QUESTION = 2000

export const assistantContract = {
  get: endpoint
    .route({ method: 'GET', path: '/assistant', summary: 'Who answers the asker’s questions' })
    .meta(asks)
    .output(AssistantState),
  turns: endpoint
    .route({
      method: 'GET',
      path: '/assistant/turns',
      summary: 'The asker’s own conversation with the assistant, the newest question first',
    })
    .meta(asks)
    .input(z.object(pageQuery))
    .output(pageOf(Turn)),
  ask: endpoint
    .route({
      method: 'POST',
      path: '/assistant/turns',
      summary:
        'Asks a question; with `Accept: text/event-stream` the answer comes in pieces (`delta`), then as a whole (`done`)',
    })
    .meta({ ...asks, audit: 'assistant.asked' })
    .input(z.object({ question: said(LONGEST_QUESTION) }).strict())
    .output(Turn),
  settle: endpoint
    .route({
      method: 'PUT',
      path: '/assistant/turns/{id}/settlement',
      summary:
        'Notes that what an answer offered was confirmed or cancelled, and where it stands once it is done; 409 where it was done or cancelled before',
    })
    .meta({ ...asks, audit: 'assistant.settled' })
    .input(
      z
        .object({ id, settled: z.enum(['confirmed', 'cancelled']), result: PortalPath.max(300).nullable() })
        .strict(),
    )
    .output(z.object({ settled: z.enum(['confirmed', 'cancelled']) })),
  clear: endpoint
    .route({
      method: 'DELETE',
      path: '/assistant/turns',
      summary: 'Deletes the asker’s conversation with the assistant',
    })
    .meta({ ...asks, audit: 'assistant.cleared' })
    .output(z.object({ deleted: whole })),
  choose: endpoint
    .route({
      method: 'PUT',
      path: '/assistant/setting',
      summary:
        'Says who answers the company’s questions; the provider only with consent to send it what an answer needs. 412 when somebody else did first',
    })
    .meta({ permission: 'assistant.manage', module: 'chat', audit: 'assistant.chosen' })
    .input(z.object({ mode: z.enum(MODES), consent: z.boolean(), version }).strict())
    .output(z.object({ version: whole })),
  facts: endpoint
    .route({ method: 'GET', path: '/assistant/facts', summary: 'What the manufacturer says of itself' })
    .meta({ permission: 'company.manage' })
    .output(z.object({ items: z.array(Fact) })),
  keepFact: endpoint
    .route({
      method: 'PUT',
      path: '/assistant/facts/{topic}',
      summary: 'Changes what the manufacturer says of itself; 412 when somebody else did first',
    })
    .meta({ permission: 'company.manage', audit: 'assistant.fact_changed' })
    .input(
      z
        .object({
          topic: z.enum(FACT_TOPICS),
          texts: Texts.strict(),
          owner: text(200).nullable(),
          statedOn: CalendarDate.nullable(),
          version,
        })
        .strict(),
    )
    .output(Fact),
  testKey: endpoint
    .route({
      method: 'POST',
      path: '/assistant/key-test',
      summary: 'Asks the provider whether it takes the key',
    })
    .meta({ permission: 'company.manage', unrecorded: 'It changes nothing.' })
    .output(z.object({ status: z.enum(['unknown', 'valid', 'invalid']) })),
}
