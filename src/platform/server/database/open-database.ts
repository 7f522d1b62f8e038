import type pg from 'pg'
import { type Actor, NoSession, toActor, toUpstreamActor, type UpstreamActor } from './context.ts'
import { createHandle, type Handle } from './handle.ts'
import { openPool } from './pool.ts'
import { send } from './send.ts'

/** `snapshot`: every query of the transaction sees the same moment. */
export type Mode = 'read only' | 'read write' | 'snapshot'
const BEGIN: Record<Mode, string> = {
  'read only': 'begin read only',
  'read write': 'begin read write',
  snapshot: 'begin isolation level repeatable read read only',
}

export type Database = ReturnType<typeof openDatabase>

/** The one door to the data: every transaction begins with a context that the database signs. Nothing else imports pg. */
export function openDatabase(config: pg.PoolConfig) {
  const pool = openPool({ max: 10, ...config, pipeline: true } as pg.PoolConfig)
  // Whole uploads hold a connection as long as their body takes: not one of those that the screens need.
  const uploads = openPool({
    max: 8,
    ...config,
    connectionTimeoutMillis: 20_000,
    pipeline: true,
  } as pg.PoolConfig)

  /** Begin and context travel together; `work` runs as the acting role; commit, or roll back when it throws. */
  async function inContext<A, T>(
    mode: Mode,
    open: { text: string; value: unknown },
    toWho: (row: Record<string, unknown>) => A,
    work: (tx: Handle, actor: A) => Promise<T>,
    from: pg.Pool = pool,
  ): Promise<T> {
    const client = await from.connect()
    try {
      // If begin or the context fails, what follows meets "no transaction" as portal_app, which owns nothing.
      const began = send(client, BEGIN[mode])
      const opened = send(client, open.text, [open.value])
      const [, context] = await Promise.all([began, opened])
      const result = await work(createHandle(client), toWho(context.rows[0]))
      const done = send(client, 'commit')
      if (mode !== 'read write') {
        // Nobody waits for the end of a read.
        done.then(
          () => client.release(),
          (fault) => client.release(fault),
        )
      } else {
        await done
        client.release()
      }
      return result
    } catch (fault) {
      const lost = await send(client, 'rollback').then(
        () => undefined,
        (e: Error) => e,
      )
      client.release(lost)
      throw noSession(fault) ?? fault
    }
  }

  return {
    /** A transaction of the session behind `token`. Throws NoSession. */
    withTenant: <T>(
      token: string,
      work: (tx: Handle, actor: Actor) => Promise<T>,
      mode: Mode = 'read only',
      { lasting = false }: { lasting?: boolean } = {},
    ) =>
      inContext(
        mode,
        { text: 'select * from auth.begin_context($1)', value: token },
        toActor,
        work,
        lasting ? uploads : pool,
      ),
    /** A transaction of the upstream system behind a key's SHA-256; `lasting`: as long as an upload. Throws NoSession. */
    withKey: <T>(
      keyHash: Buffer,
      work: (tx: Handle, upstream: UpstreamActor) => Promise<T>,
      { mode = 'read write', lasting = false }: { mode?: Mode; lasting?: boolean } = {},
    ) =>
      inContext(
        mode,
        { text: 'select * from auth.begin_key_context($1)', value: keyHash },
        toUpstreamActor,
        work,
        lasting ? uploads : pool,
      ),
    /** Command line only (connected as the owner): ingest in the name of a source. */
    withImport: <T>(
      source: string,
      work: (tx: Handle, upstream: UpstreamActor) => Promise<T>,
      { lasting = false }: { lasting?: boolean } = {},
    ) =>
      inContext(
        'read write',
        { text: 'select * from auth.begin_import_context($1)', value: source },
        toUpstreamActor,
        work,
        lasting ? uploads : pool,
      ),
    /** Is the database there, and migrated? Reads no data. */
    async ping(): Promise<void> {
      const client = await pool.connect()
      try {
        await send(client, 'select 1')
      } finally {
        client.release()
      }
    },
    async close() {
      await Promise.all([pool.end(), uploads.end()])
    },
  }
}

function noSession(fault: unknown): NoSession | undefined {
  const { code, message, detail } = fault as { code?: string; message?: string; detail?: string }
  if (code !== '28000' || !/no session|token reused|no such key/.test(message ?? '')) return undefined
  return new NoSession(message === 'token reused' ? detail : undefined)
}
