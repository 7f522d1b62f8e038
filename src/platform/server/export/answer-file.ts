import { sql } from 'kysely'
import type * as z from 'zod'
import type { EndpointMeta } from '../../contract/endpoint.ts'
import type { SignInService } from '../auth/sign-in-service.ts'
import type { Actor } from '../database/context.ts'
import type { Database } from '../database/open-database.ts'
import type { Tx } from '../database/tx.ts'
import { busy, refuse, refuseWhenFull } from '../endpoint/fault.ts'
import { runInTenant } from '../endpoint/in-tenant.ts'
import { parseInput } from '../endpoint/parse-input.ts'
import { askerLanguage } from '../http/asker-language.ts'
import { refuseUnknownNames } from '../http/query-names.ts'
import { type Http, requestContext } from '../http/request-context.ts'
import type { ServerLanguage } from '../http/server-messages.ts'
import type { Log } from '../log.ts'
import type { Act } from '../records/write-records.ts'
import { createSemaphore } from '../semaphore.ts'
import { attachment } from './content-disposition.ts'
import { NobodyReads, streamBody } from './stream-body.ts'

const EXPORTS_A_MINUTE = 30
const EXPORTS_AT_ONCE = 4
/** What somebody without an account may take away at once (A2). */
const READ_ONLY_ROWS = 1000

export type MadeFile = {
  /** With its ending. */
  name: string
  type: string
  /** How many rows of data are in it. */
  rows: number
  /** What the audit keeps of it: what was asked for and how many rows that is. */
  act: Act
  /** Until it answers, a fault is still told as a problem. */
  begin: () => Promise<AsyncIterable<Uint8Array>>
}

export type Asked<Input> = { tx: Tx; actor: Actor; input: Input; language: ServerLanguage }
type Endpoint<Schema> = { meta: EndpointMeta; input: Schema }

/** What the answer of a file needs of its contract. */
export const endpointOf = <Schema extends z.ZodType>(of: {
  '~orpc': { meta: EndpointMeta; inputSchema?: Schema }
}): Endpoint<Schema> => ({ meta: of['~orpc'].meta, input: of['~orpc'].inputSchema as Schema })

export type AnswerFile = ReturnType<typeof createFileAnswers>

/**
 * Files that are made while they leave, in flat memory. A file is on record, by a short transaction of its own, before
 * its first byte leaves. A fault before that byte is a problem; one after it breaks the connection.
 */
export function createFileAnswers({
  database,
  signIn,
  log,
}: {
  database: Database
  signIn: SignInService
  log: Log
}) {
  const slots = createSemaphore({ limit: EXPORTS_AT_ONCE, timeoutMs: 10_000, onRejected: busy })

  /** Exact over any number of servers. */
  async function refuseTooMany({ sessionId }: Actor) {
    const wait = await signIn.countInWindow(`export ${sessionId}`, EXPORTS_A_MINUTE, 60)
    refuseWhenFull(wait)
  }

  return async function answerFile<Schema extends z.ZodType>(
    c: Http,
    { meta, input: schema }: Endpoint<Schema>,
    open: (asked: Asked<z.output<Schema>>) => Promise<MadeFile>,
  ): Promise<Response> {
    const context = requestContext(c, database, signIn)
    const traceId = c.get('traceId')
    let head: Record<string, string> = {}

    const { body, ended } = await streamBody((send) =>
      slots.run(() =>
        runInTenant(context, { meta, write: false, pace: 'lasting' }, async ({ tx, actor }) => {
          refuseUnknownNames(context.search ?? '', schema)
          const input = parseInput(schema, { ...c.req.query(), ...c.req.param() })
          await refuseTooMany(actor)
          await allowSlowReaders(tx)
          const file = await open({ tx, actor, input, language: askerLanguage(c) })
          if (actor.mode && file.rows > READ_ONLY_ROWS)
            throw refuse(403, 'export_too_large', { values: { most: READ_ONLY_ROWS, rows: file.rows } })
          const pieces = await file.begin()
          const same = { ...context, assertedTenant: String(actor.tenantId ?? 'all') }
          await runInTenant(same, { meta, write: true, ofRead: true }, ({ record }) => record(file.act))
          head = { 'content-type': file.type, 'content-disposition': attachment(file.name) }
          for await (const piece of pieces) await send(piece)
        }),
      ),
    )
    ended.catch((fault: unknown) => {
      if (fault instanceof NobodyReads) log.info({ traceId }, 'the reader left an export')
      else log.error({ traceId, fault: String(fault), cause: String((fault as Error).cause) }, 'export broke')
    })
    return new Response(body, { headers: head })
  }
}

/** The transaction waits while the reader reads; one who stops reading for a minute loses the connection. */
async function allowSlowReaders(tx: Tx) {
  await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(tx)
  await sql`set local statement_timeout = '60s'`.execute(tx)
}
