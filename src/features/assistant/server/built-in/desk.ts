import { ORPCError } from '@orpc/server'
import { createTranslator } from 'use-intl/core'
import { FORMAT_TAGS, type Language } from '../../../../platform/contract/languages.ts'
import { numberKey } from '../../../../platform/domain/number-key.ts'
import type { Actor } from '../../../../platform/server/database/context.ts'
import { type ServerMessages, serverMessages } from '../../../../platform/server/http/server-messages.ts'
import { paperFormats } from '../../../../platform/server/pdf/paper-formats.ts'
import type { Opening } from '../../../company/server/published.ts'
import type { Order } from '../../../orders/contract.ts'
import type { ClassTerms } from '../../../products/contract.ts'
import type { Citation, Fact, Proposal, Turn } from '../../contract.ts'
import { fold } from '../../domain/understand.ts'
import { mayRead, type Reads } from '../reads.ts'
import { createStatements } from './statements.ts'

export type Answer = {
  text: string
  outcome: 'answered' | 'declined'
  citations: Citation[]
  proposal?: Proposal
}

/** What a question names by its number. */
export type Named = { orders: Order[]; code: string | undefined }

export type Said = keyof ServerMessages['assistant']
type Values = Record<string, string | number>

/** What an answer is made with: the asker's reads, and words and figures in their language. */
export function createDesk(parts: {
  reads: Reads
  actor: Actor
  language: Language
  facts: readonly Fact[]
  /** What is usual for the classes of products. */
  terms: readonly ClassTerms[]
  /** When somebody is there. */
  opening: Opening
  /** What reports take for today. */
  today: string
  /** The last of the conversation, oldest first. */
  before: readonly Turn[]
}) {
  const { reads, actor, language } = parts
  const formats = paperFormats(language)
  const translate = createTranslator({
    locale: FORMAT_TAGS[language],
    messages: serverMessages(language).assistant as Record<string, string>,
  })
  // What is left out of a sentence leaves no gap.
  const say = (key: Said, values: Values = {}): string =>
    translate(key, values)
      .replace(/ {2,}/g, ' ')
      .replace(/ (?=\u00a0?[:.,](?: |$))/g, '')
      .trim()
  const seesAll = actor.tenantId === null

  return {
    reads,
    actor,
    before: parts.before,
    today: parts.today,
    language,
    formats,
    say,
    seesAll,
    may: (area: Parameters<typeof mayRead>[1], name: string) => mayRead(actor, area, name as never),
    /** Several lines, without those that say nothing. */
    lines: (...lines: (string | false | null | undefined)[]) => lines.filter(Boolean).join('\n'),
    answered: (text: string, citations: Citation[], proposal?: Proposal): Answer => ({
      text,
      outcome: 'answered',
      citations,
      ...(proposal && { proposal }),
    }),
    declined: (key: Said, values: Values = {}): Answer => ({
      text: say(key, values),
      outcome: 'declined',
      citations: [],
    }),
    day: (date: string | null) => (date ? formats.date(date.slice(0, 10)) : '–'),
    /** How an address names something by its number. */
    address: (number: string | null, id: number) =>
      !seesAll && number !== null && /^[\p{L}\p{N}_-]{1,100}$/u.test(number)
        ? encodeURIComponent(number)
        : `id:${id}`,
    /** What the manufacturer says of itself, with who says so and since when. */
    statement: createStatements(parts, { say, formats, language }),
  }
}
export type Desk = ReturnType<typeof createDesk>

/** Undefined where it is not there, or is not the asker's; several where one number is several things. */
export async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (fault) {
    if (fault instanceof ORPCError && (fault.status === 404 || fault.status === 409)) return undefined
    throw fault
  }
}

export const sameNumber = (one: string | null, other: string) =>
  one !== null && numberKey(fold(one)).replace(/^#/, '') === numberKey(fold(other)).replace(/^#/, '')

/** What an order is called: by its number, else by upstream's own. */
export const nameOf = ({ id, ordNo, primary }: Pick<Order, 'id' | 'ordNo' | 'primary'>): string =>
  ordNo ?? primary ?? String(id)

export const citeOrder = (desk: Desk, order: Order): Citation => ({
  label: desk.say('label_order', { number: nameOf(order) }),
  href: `/orders/${desk.address(order.ordNo, order.id)}`,
})
