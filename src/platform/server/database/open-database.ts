import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import { createDataLoader } from '../data-loader.ts'
import { createSemaphore } from '../semaphore.ts'
import { createConnectionWatchdog } from './connection-watchdog.ts'
import { type Actor, NoSession, toActor, toUpstreamActor, type UpstreamActor } from './context.ts'
import { endWithin } from './end-within.ts'
import { figuresOf, openPool } from './pool.ts'
import { cachePreparedStatements } from './prepared-statements.ts'
import { type Answer, send } from './send.ts'
import { createTx, type Tx } from './tx.ts'

/** `snapshot`: every query of the transaction sees the same moment. */
export type Mode = 'read only' | 'read write' | 'snapshot'
const BEGIN: Record<Mode, string> = {
  'read only': 'begin read only',
  'read write': 'begin read write',
  snapshot: 'begin isolation level repeatable read read only',
}

/**
 * How much time a transaction has (D8). `screen`: 2.5 s for all of it, waiting for a connection included; its statements
 * have the 2 s of their role. `batch`: a piece of an upload. `lasting`: as long as a whole upload or download, on one of
 * the connections that the screens do not need; whoever begins it sets the bounds of its statements.
 */
export type Pace = 'screen' | 'batch' | 'lasting'
const SCREEN_MS = 2500
// Of the connections of the screens, so many at most are with questions that take long.
const LONG_QUESTIONS = { limit: 4, timeoutMs: 5000 }
const BATCH_STATEMENT = `set local statement_timeout = '25s'`

/**
 * Takes statements whose answers nobody waits for: they leave together with the commit, so that what they lock, which is
 * often one row for all, is not held while this process turns to something else. Nothing is committed when one of them fails.
 */
export type AtEnd = (...statements: readonly RawBuilder<unknown>[]) => void

/** What happens inside a transaction, as whoever asks. `early`: the answer of what was sent with its beginning. */
export type Work<A, T> = (tx: Tx, who: A, atEnd: AtEnd, early?: Answer) => Promise<T>

/** Too many questions that take long are being answered. */
export class QuestionsWait extends Error {}

/** Who asks could not be looked up, whatever it is that went wrong: that is not the same as nobody (A3, A8). */
export class ContextNotOpened extends Error {
  constructor(cause: unknown) {
    super('who asks could not be looked up', { cause })
  }
}

/** What is sent together fails together, with one fault; it says in which function it came about. */
function notOpened(fault: unknown): never {
  const { where = '' } = fault as { where?: string }
  if (noSession(fault) || !/function auth\.begin_\w+\(/.test(where)) throw fault
  throw new ContextNotOpened(fault)
}

/** A payment that a provider is to be asked about; its names are the provider's. */
export type CardClaim = {
  tenantId: number
  orderId: number
  reference: string
  currency: string
  cents: number
  customer: string
  /** Null: the card was removed meanwhile. */
  token: string | null
  /** Null: the provider's own name of it was never heard. */
  providerId: string | null
  returnTo: string
  cancels: boolean
  hints: number
  ageSeconds: number
}

/** What is known before anybody knows who asks. */
type Statement = { text: string; values: readonly unknown[] }

/** Of a session: how the data of its tenant stand in these topics, on the ISO date that reports take for today. */
type Look = { token: string; topics: readonly string[]; today: string }

/** Who asks, and the state of the data; undefined: not to be said without a transaction of their own. */
type Seen = { actor: Actor; state: string } | undefined

export type Database = ReturnType<typeof openDatabase>

/**
 * The one door to the data: every transaction begins with a context that the database signs. Nothing else imports pg.
 * `keep`: connections are the server's own, so that it may keep what it parsed and planned for them.
 */
export function openDatabase(config: pg.PoolConfig, { keep = false } = {}) {
  const pool = openPool({ max: 10, ...config })
  const uploads = openPool({ max: 8, ...config, connectionTimeoutMillis: 20_000 })
  if (keep) for (const each of [pool, uploads]) each.on('connect', cachePreparedStatements)
  const pulse = createConnectionWatchdog(config)
  const longOnes = createSemaphore({ ...LONG_QUESTIONS, onRejected: () => new QuestionsWait() })

  /** Begin and context travel together; `work` runs as the acting role; commit, or roll back when it throws. */
  async function inContext<A extends Actor | UpstreamActor, T>(
    mode: Mode,
    open: Statement,
    toWho: (row: Record<string, unknown>) => A,
    work: Work<A, T>,
    pace: Pace,
    ahead?: Statement,
  ): Promise<T> {
    const began = performance.now()
    const client = await (pace === 'lasting' ? uploads : pool).connect()
    const left = SCREEN_MS - (performance.now() - began)
    const letGo = pace === 'screen' ? endWithin(client, left) : pulse.hold(client)
    const release = (fault?: Error) => {
      letGo()
      client.release(fault)
    }
    try {
      // If begin or the context fails, what follows meets "no transaction" as portal_app, which owns nothing.
      const begun = send(client, BEGIN[mode])
      const opened = send(client, open.text, open.values)
      const bounded = pace === 'batch' && send(client, BATCH_STATEMENT)
      const asked = ahead && send(client, ahead.text, ahead.values)
      const [, context, , early] = await Promise.all([begun, opened, bounded, asked]).catch(notOpened)
      const who = toWho(context.rows[0])
      const role = roleOf(who)
      const tx = createTx(client, role)
      const last: RawBuilder<unknown>[] = []
      const result = await work(tx, who, (...statements) => void last.push(...statements), early)
      const ended = last
        .map((statement) => statement.compile(tx))
        .map(({ sql, parameters }) => send(client, sql, parameters, role))
      const done = send(client, 'commit')
      if (mode === 'read write') await Promise.all([...ended, done])
      else unawaited(done)
      release()
      return result
    } catch (fault) {
      const undone = send(client, 'rollback')
      if (mode === 'read write') {
        const lost = await undone.then(
          () => undefined,
          (e: Error) => e,
        )
        release(lost)
      } else {
        unawaited(undone)
        release()
      }
      throw noSession(fault) ?? fault
    }
  }

  /** One statement without a context; a database that does not answer it in time loses the connection. */
  async function briefly(text: string, values: unknown[] = []) {
    const client = await pool.connect()
    const letGo = endWithin(client, SCREEN_MS)
    try {
      return await send(client, text, values)
    } finally {
      letGo()
      client.release()
    }
  }

  const lookAgain = createDataLoader(async (looks: Look[]): Promise<Seen[]> => {
    const { rows } = await briefly('select l.at, l.state, (l.asker).* from portal.look_again($1, $2, $3) l', [
      looks.map(({ token }) => token),
      looks.map(({ topics }) => topics.join()),
      looks.map(({ today }) => today),
    ]).catch((fault) => {
      throw new ContextNotOpened(fault)
    })
    const seen: Seen[] = looks.map(() => undefined)
    for (const row of rows) seen[row.at - 1] = { actor: toActor(row), state: row.state }
    return seen
  })

  return {
    /** For a request that has an answer already: several at one look, without a transaction. */
    lookAgain,
    /** A transaction of the session behind `token`; `ahead`: what to ask together with its beginning. Throws NoSession. */
    withTenant: <T>(
      token: string,
      work: Work<Actor, T>,
      mode: Mode = 'read only',
      pace: Pace = 'screen',
      ahead?: Statement,
    ) => {
      const open = { text: 'select * from auth.begin_context($1)', values: [token] }
      const run = () => inContext(mode, open, toActor, work, pace, ahead)
      return pace === 'batch' ? longOnes.run(run) : run()
    },
    /** A transaction of the upstream system behind a key's SHA-256. Throws NoSession. */
    withKey: <T>(
      keyHash: Buffer,
      work: Work<UpstreamActor, T>,
      { mode = 'read write', pace = 'screen' }: { mode?: Mode; pace?: Pace } = {},
    ) =>
      inContext(
        mode,
        { text: 'select * from auth.begin_key_context($1)', values: [keyHash] },
        toUpstreamActor,
        work,
        pace,
      ),
    /** Command line only (connected as the owner): ingest in the name of a source. */
    withImport: <T>(source: string, work: Work<UpstreamActor, T>, pace: Pace = 'batch') =>
      inContext(
        'read write',
        { text: 'select * from auth.begin_import_context($1)', values: [source] },
        toUpstreamActor,
        work,
        pace,
      ),
    /** A transaction of the session that asked for a job, behind the job's ticket. Throws NoSession. */
    withJob: <T>(ticket: string, work: Work<Actor, T>, mode: Mode, pace: Pace = 'batch') =>
      inContext(
        mode,
        { text: 'select * from auth.begin_job_context($1)', values: [ticket] },
        toActor,
        work,
        pace,
      ),
    /** The id of the next export to make; null when none waits. */
    claimExportJob: async (): Promise<number | null> =>
      (await briefly('select auth.claim_export_job() as id')).rows[0].id,
    /** A job that ended without a file; `again`: back into the line. */
    async endExportJob(ticket: string, reason: string, again: boolean): Promise<void> {
      await briefly('select auth.end_export_job($1, $2, $3)', [ticket, reason, again])
    },
    /** The next file whose text is to be read; null when none waits. */
    async claimDocumentText(): Promise<{ key: string; size: number; checksum: Buffer } | null> {
      const { rows } = await briefly('select file_key as key, size, checksum from auth.claim_document_text()')
      return rows[0] ?? null
    },
    async keepDocumentText(checksum: Buffer, state: string, pages: string[]): Promise<void> {
      await briefly('select auth.keep_document_text($1, $2, $3)', [checksum, state, pages])
    },
    /** The next file that is to be scanned; null when none waits. */
    async claimDocumentScan(): Promise<{ key: string; size: number; checksum: Buffer } | null> {
      const { rows } = await briefly('select file_key as key, size, checksum from auth.claim_document_scan()')
      return rows[0] ?? null
    },
    /** Has everything scanned that was uploaded while there was no scanner; answers how much that is. */
    async queueUnscanned(): Promise<number> {
      return (await briefly('select auth.queue_unscanned() as n')).rows[0].n
    },
    async keepDocumentScan(checksum: Buffer, verdict: 'clean' | 'infected' | 'failed'): Promise<void> {
      await briefly('select auth.keep_document_scan($1, $2)', [checksum, verdict])
    },
    /** The next payment that a provider is to be asked about; null when none is due. */
    async claimCardPayment(): Promise<CardClaim | null> {
      const { rows } = await briefly(
        `select tenant_id as "tenantId", order_id as "orderId", reference, currency, cents, customer, token, provider_id as "providerId",
           return_to as "returnTo", cancels, hints, age_seconds as "ageSeconds" from auth.claim_card_payment()`,
      )
      return rows[0] ?? null
    },
    /** Whether a moment is within so many seconds of now, before or after, by the clock that decides (J6). */
    async isNear(epochSeconds: number, seconds: number): Promise<boolean> {
      const asked = 'select abs(extract(epoch from clock_timestamp()) - $1::float8) <= $2::float8 as near'
      return (await briefly(asked, [epochSeconds, seconds])).rows[0].near
    },
    /** The provider says that something happened to a payment, by our name of it or by its own. */
    async hearOfPayment(reference: string | null, providerId: string | null): Promise<void> {
      await briefly('select auth.hear_of_payment($1, $2)', [reference, providerId])
    },
    /** Not read after all: for the next server that has time. */
    async leaveDocumentText(checksum: Buffer): Promise<void> {
      await briefly('select auth.leave_document_text($1)', [checksum])
    },
    /** Is the database there, with this migration? Reads no data. */
    async isMigrated(newest: string): Promise<boolean> {
      return (await briefly('select auth.is_migrated($1) as yes', [newest])).rows[0].yes
    },
    connections: () => ({ screens: figuresOf(pool), uploads: figuresOf(uploads) }),
    async close() {
      await Promise.all([pool.end(), uploads.end(), pulse.close()])
    },
  }
}

/**
 * The end of a read: it travels with the beginning of what comes next on its connection. Where it fails, the connection is
 * lost, and whoever has it next hears of that.
 */
const unawaited = (end: Promise<unknown>) => void end.catch(() => {})

/** Whose plans a statement may use. */
const roleOf = (who: Actor | UpstreamActor) => ('kind' in who ? who.kind : 'ingest')

function noSession(fault: unknown): NoSession | undefined {
  const { code, message, detail } = fault as { code?: string; message?: string; detail?: string }
  if (code !== '28000' || !/no session|token reused|no such key/.test(message ?? '')) return undefined
  return new NoSession(message === 'token reused' ? detail : undefined)
}
