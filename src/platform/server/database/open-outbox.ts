import pg from 'pg'
import type { Actor } from './context.ts'
import { openPool } from './pool.ts'
import { send } from './send.ts'

/** Where an event stands: transaction, then row. Numbers, because both stay far below 2^53. */
export type Position = { xid: number; id: number }

export type OutboxEvent = Position & {
  tenantId: number
  topic: string
  module: string | null
  permission: string | null
  audience: string | null
  objectId: string | null
  payload: Record<string, unknown>
  createdAt: string
}

export type Page = {
  events: OutboxEvent[]
  /** No event below this transaction can still come. */
  horizon: number
  /** A transaction that writes is under way. */
  running: boolean
}

/** What a session may see, as auth.stream_access has it: of the asker, what decides on events. */
export type StreamAccess = Pick<
  Actor,
  | 'sessionId'
  | 'userId'
  | 'kind'
  | 'tenantId'
  | 'tenantIds'
  | 'role'
  | 'permissions'
  | 'hiddenModules'
  | 'isAdmin'
  | 'mode'
>

/** Somebody writes in a conversation: told to who listens now, and kept nowhere. */
export type Typing = { tenantId: number; conversation: number; userId: string; side: 'staff' | 'client' }

export type Outbox = ReturnType<typeof openOutbox>

const LISTEN_AGAIN_MS = 1000

/**
 * The event reader's own way into the database, as portal_events: positions and topics of every tenant's events, and what
 * the sessions of open streams may see. Connections of its own: LISTEN does not pass a transaction pooler, and the screens'
 * pool may be busy.
 */
export function openOutbox(config: pg.ClientConfig) {
  const pool = openPool({ max: 3, query_timeout: 10_000, ...config })
  const listeners = new Set<() => void>()
  const watchers = new Set<(typing: Typing) => void>()
  let deafen: (() => Promise<void>) | undefined
  const countOf = async (statement: string, values: unknown[] = []): Promise<number> =>
    Number((await pool.query(statement, values)).rows[0].n)

  return {
    /** Events after a position in their order, at most `most`; of these tenants (0: nobody's), or of all of them. */
    async readAfter(after: Position, most: number, tenants: number[] | null = null): Promise<Page> {
      const { rows } = await pool.query(
        `select horizon::text, running, xid::text, id, tenant_id, topic, module, permission, audience, object_id, payload, created_at
           from portal.read_outbox($1::text::xid8, $2, $3, $4)`,
        [String(after.xid), after.id, most, tenants],
      )
      const events = rows.filter((row) => row.xid !== null).map(toEvent)
      return { events, horizon: Number(rows[0].horizon), running: rows[0].running }
    },
    /** The newest position that is final, and how far the past is gone. */
    async position(): Promise<{ newest: Position; pruned: Position }> {
      const { rows } = await pool.query(
        'select xid::text, id, pruned_xid::text, pruned_id from portal.outbox_position()',
      )
      const [at] = rows
      return {
        newest: { xid: Number(at.xid), id: Number(at.id) },
        pruned: { xid: Number(at.pruned_xid), id: Number(at.pruned_id) },
      }
    },
    /** Of the sessions that are still there. */
    async accessOf(sessionIds: string[]): Promise<StreamAccess[]> {
      const { rows } = await pool.query('select * from auth.stream_access($1)', [sessionIds])
      return rows.map((row) => ({
        sessionId: row.session_id,
        userId: row.user_id,
        kind: row.kind,
        tenantId: row.tenant_id,
        tenantIds: row.tenant_ids,
        role: row.role,
        permissions: row.permissions,
        hiddenModules: row.hidden_modules,
        isAdmin: row.is_admin,
        mode: row.mode,
      }))
    },
    /** When the last batch of each kind of upstream data came, and within how many seconds the next is expected. */
    async feeds(): Promise<{ kind: string; lastBatchAt: string; expectedSeconds: number | null }[]> {
      const { rows } = await pool.query('select * from portal.watch_feeds()')
      return rows.map((row) => ({
        kind: row.kind,
        lastBatchAt: row.last_batch_at,
        expectedSeconds: row.expected_seconds,
      }))
    },
    /** Forgets old events; answers how many. `keepDays` and `most` rows stay. */
    async prune(keepDays: number, most: number): Promise<number> {
      return countOf('select portal.prune_outbox(make_interval(days => $1), $2) as n', [keepDays, most])
    },
    /** Makes notices of at most `most` things that are worth telling; answers of how many. */
    spreadNotices: (most: number) => countOf('select auth.spread_notices($1) as n', [most]),
    /** Writes a mail to each of at most `most` people who have notices due; answers to how many. */
    mailNotices: (most: number) => countOf('select auth.mail_notices($1) as n', [most]),
    /** Puts in line what looks after itself by time: issues whose promise is about to be missed; answers of how many. */
    watchIssues: (most: number) => countOf('select portal.watch_issues($1) as n', [most]),
    /** Acceptances of purchase orders that cannot be undone any more take effect; answers how many. */
    releaseAcceptances: (most: number) => countOf('select portal.release_acceptances($1) as n', [most]),
    /** Forgets notices of half a year ago; answers how many. */
    pruneNotices: () => countOf('select auth.prune_notices() as n'),
    /** Calls `wake` whenever somebody wrote an event or a notice, until the answer is called. Connects again by itself. */
    listen(wake: () => void): () => Promise<void> {
      listeners.add(wake)
      deafen ??= listen(config, {
        wake: () => {
          for (const each of listeners) each()
        },
        typing: (typing) => {
          for (const each of watchers) each(typing)
        },
      })
      return async () => {
        listeners.delete(wake)
        if (listeners.size > 0) return
        const ended = deafen?.()
        deafen = undefined
        await ended
      }
    },
    /** Hears who writes, as long as somebody listens. */
    watchTyping(hear: (typing: Typing) => void): () => void {
      watchers.add(hear)
      return () => void watchers.delete(hear)
    },
    close: () => pool.end(),
  }
}

type OutboxHandlers = { wake: () => void; typing: (typing: Typing) => void }

function listen(config: pg.ClientConfig, { wake, typing }: OutboxHandlers): () => Promise<void> {
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let ended = false

  async function connect() {
    const mine = new pg.Client({ ...config, connectionTimeoutMillis: 3000, keepAlive: true })
    client = mine
    mine.on('error', () => {})
    // Once: a connection that never opened ends too.
    mine.once('end', () => {
      if (!ended && client === mine) again = setTimeout(() => void connect(), LISTEN_AGAIN_MS)
    })
    mine.on('notification', ({ channel, payload = '' }) =>
      channel === 'typing' ? typing(JSON.parse(payload)) : wake(),
    )
    try {
      await mine.connect()
      await send(mine, 'listen outbox')
      await send(mine, 'listen typing')
      wake() // what was written while nobody listened
    } catch {
      // 'end' follows and tries again; the reader polls meanwhile.
      await mine.end().catch(() => {})
    }
  }
  void connect()

  return async () => {
    ended = true
    clearTimeout(again)
    await client?.end().catch(() => {})
  }
}

function toEvent(row: Record<string, unknown>): OutboxEvent {
  return {
    xid: Number(row.xid),
    id: Number(row.id),
    tenantId: row.tenant_id as number,
    topic: row.topic as string,
    module: row.module as string | null,
    permission: row.permission as string | null,
    audience: row.audience as string | null,
    objectId: row.object_id as string | null,
    payload: row.payload as Record<string, unknown>,
    createdAt: row.created_at as string,
  }
}
