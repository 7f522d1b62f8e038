import { ORPCError } from '@orpc/server'
import type { Problem } from '../../contract/problem.ts'
import { ContextNotOpened, QuestionsWait } from '../database/open-database.ts'

/** In a sentence: as it is, or an amount of money, a day or the size of a file as the asker's language writes it. */
type Value = string | number | { amount: string; currency: string } | { day: string } | { bytes: number }
type Row = NonNullable<Problem['errors']>[number]
/** Of a field: for programs as it is, or with words among `fields` of the server's messages. */
export type FieldFault = Row | (Omit<Row, 'message'> & Worded)
type Worded = { messageKey: string; values?: Record<string, Value> }

export type RefusalDetails = {
  /** For the placeholders of title and detail. */
  values?: Record<string, Value>
  retryAfter?: number
  /** Set together with the refusal. */
  cookies?: readonly string[]
  /** What is wrong where. */
  errors?: readonly FieldFault[]
  ids?: Problem['ids']
  items?: Problem['items']
  ways?: Problem['ways']
  /** Numbers that a program needs to decide what to do next. */
  figures?: Problem['figures']
  found?: Problem['found']
  accepted?: Problem['accepted']
  batchId?: Problem['batchId']
}

/** A refusal with a stable code; the title and detail come from the messages, in the asker's language. */
export function refuse(status: number, code: string, details: RefusalDetails = {}) {
  return new ORPCError(code.toUpperCase(), { status, data: { code, ...details } })
}

/** 503: too much that takes long is being done already. */
export const busy = () => refuse(503, 'busy', { retryAfter: 5 })

/** 429 where a window is full: `wait` in seconds, null while there is room. */
export function refuseWhenFull(wait: number | null): void {
  if (wait !== null) throw refuse(429, 'rate_limited', { values: { seconds: wait }, retryAfter: wait })
}

// Also out of time: a lock (55P03), a transaction whose client was slow (25P03, 25P04).
const UNAVAILABLE =
  /^(57P0\d|53\d{3}|08\w{3}|55P03|25P0[34]|ECONN\w+|EPIPE|ENOENT|EACCES|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN)$/
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying|timeout expired|Query read timeout|Connection terminated|not queryable|Cannot use a pool after/

const unavailable = (cause: unknown) =>
  Object.assign(refuse(503, 'database_unavailable', { retryAfter: 2 }), { cause })

/** What the database says, as a refusal; anything unknown stays what it is and becomes a 500. */
export function fromDatabase(fault: unknown): unknown {
  const code = (fault as { code?: unknown }).code
  if (typeof code !== 'string' && !(fault instanceof Error)) return fault
  if (fault instanceof ORPCError) return fault
  if (fault instanceof QuestionsWait) return busy()
  if (fault instanceof ContextNotOpened) {
    const told = fromDatabase(fault.cause)
    return told instanceof ORPCError ? told : unavailable(fault)
  }
  if (code === '23505') return refuse(409, 'already_exists')
  if (code === '57014') return Object.assign(refuse(503, 'too_slow', { retryAfter: 5 }), { cause: fault })
  if (code === '53100') return Object.assign(refuse(507, 'disk_full'), { cause: fault })
  // 0A000: a migration gave a kept statement another result; it is parsed anew by the next who asks.
  if (
    code === '40001' ||
    code === '40P01' ||
    (code === '0A000' && /cached plan/.test(String((fault as Error).message)))
  )
    return Object.assign(refuse(503, 'try_again', { retryAfter: 1 }), { cause: fault })
  if (
    (typeof code === 'string' && UNAVAILABLE.test(code)) ||
    UNAVAILABLE_TEXT.test(String((fault as Error).message))
  )
    return unavailable(fault)
  return fault
}
