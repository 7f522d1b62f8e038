import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey } from '../support/actors.ts'
import { counts, hold, peek, sale, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { eventually, openUpload } from '../support/upload.ts'

let portal: TestPortal
let key: string
beforeAll(async () => {
  portal = await startTestPortal()
  key = await aKey(portal)
})
afterAll(() => portal?.close())

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${JSON.stringify(sale(from + at))}\n`).join('')
const NDJSON = { 'content-type': 'application/x-ndjson' }
const nothingLanded = async () => {
  expect(await peek(portal, 'select from portal.unassigned_sales_history limit 1')).toEqual([])
  expect(await peek(portal, 'select from portal.ingest_batches')).toEqual([])
  expect(await peek(portal, 'select from portal.upstream_rows limit 1')).toEqual([])
}
const idle = (portal: TestPortal) =>
  peek(
    portal,
    `select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )

const waiting = (of: 'advisory' | 'relation') =>
  peek(portal, `select pid from pg_stat_activity where wait_event_type = 'Lock' and wait_event = $1`, [of])

/** A batch whose rows are staged, and whose turn to land does not come until it is let go. */
async function stagedAndWaiting() {
  const turn = await hold(
    portal,
    `select portal.lock_ingest(s.id, 'sales-history') from auth.ingest_sources s`,
  )
  const answered = sender(portal.url, key)('sales-history', lines(0, 9000), NDJSON)
  await eventually(async () => (await waiting('advisory')).length > 0)
  expect(await stagedRows(portal)).toBeGreaterThanOrEqual(8000)
  return { answered, turn }
}

describe('an upload that does not come to its end', () => {
  it('leaves nothing when the sender goes away', async () => {
    for (const rows of [10, 20_000]) {
      const upload = openUpload(portal.url, 'sales-history', key, NDJSON)
      await upload.write(lines(0, rows))
      await eventually(async () => (await idle(portal)).length > 0)
      upload.breakOff()
      await eventually(async () => (await idle(portal)).length === 0)
      expect(await stagedRows(portal)).toBe(0)
      await nothingLanded()
    }
    // Nobody's mistake: it is not told as a fault.
    expect(portal.lines.filter((line) => /"level":50/.test(line))).toEqual([])
  })

  it('leaves nothing when its key is withdrawn while rows are staged', async () => {
    const withdrawn = await aKey(portal, { source: 'withdrawn' })
    const stage = await hold(portal, 'lock table portal.staged_sales_history in exclusive mode')
    const answered = sender(portal.url, withdrawn)('sales-history', lines(0, 30_000), NDJSON)
    await eventually(async () => (await waiting('relation')).length > 0)
    await peek(
      portal,
      'update auth.ingest_keys set revoked_at = now() where id = (select max(id) from auth.ingest_keys)',
    )
    await stage.letGo()
    const { status, body } = await answered
    expect([status, body.code]).toEqual([401, 'unknown_key'])
    // What was staged belongs to a key that may do nothing any more; the next start sweeps it.
    await nothingLanded()
    await peek(portal, `update portal.staged_sales_history set staged_at = now() - interval '7 hours'`)
    await (await portal.another()).stop()
    expect(await stagedRows(portal)).toBe(0)
  })

  it('answers 503 and leaves nothing when the database ends its connection', async () => {
    const { answered, turn } = await stagedAndWaiting()
    for (const { pid } of await waiting('advisory'))
      await peek(portal, 'select pg_terminate_backend($1)', [pid])
    const { status, body } = await answered
    expect([status, body.code]).toEqual([503, 'database_unavailable'])
    await turn.letGo()
    await eventually(async () => (await stagedRows(portal)) === 0)
    await nothingLanded()
  })

  it('answers 503 when what was staged is gone, instead of landing a part', async () => {
    const { answered, turn } = await stagedAndWaiting()
    await peek(portal, 'truncate portal.staged_sales_history') // as a crash of the database does
    await turn.letGo()
    const { status, body } = await answered
    expect([status, body.code]).toEqual([503, 'database_unavailable'])
    await nothingLanded()
  })

  it('answers 500 and leaves nothing when the last of its records cannot be written', async () => {
    await peek(
      portal,
      `create function portal.refuse() returns trigger language plpgsql as $$ begin raise exception 'no record'; end $$`,
    )
    await peek(
      portal,
      `create trigger refuse before insert on portal.audit_log for each row when (new.action = 'ingest.batch')
        execute function portal.refuse()`,
    )
    const answer = await sender(portal.url, key)('sales-history', [sale(1)])
    expect([answer.status, answer.body.code]).toEqual([500, 'internal'])
    await nothingLanded()
    expect(await stagedRows(portal)).toBe(0)
    await peek(portal, 'drop trigger refuse on portal.audit_log')
    expect((await idle(portal)).length).toBe(0)
  })

  it('takes a refusal that comes before the body has ended, and the connection goes on', async () => {
    const { status, body } = await sender(portal.url, 'llk_unknown')(
      'sales-history',
      lines(0, 60_000),
      NDJSON,
    )
    expect([status, body.code]).toEqual([401, 'unknown_key'])
    const broken = await sender(portal.url, key)('sales-history', `%PDF-1.7${'x'.repeat(3_000_000)}`)
    expect([broken.status, broken.body.code]).toEqual([422, 'not_a_table'])
  })
})

describe('a body in several chunks', () => {
  it('lands as one batch, and its stage is empty afterwards', async () => {
    const send = sender(portal.url, key)
    const first = await send('sales-history', lines(0, 30_000), NDJSON)
    expect(counts(first.body)).toEqual({ received: 30_000, inserted: 30_000 })
    // Known before anybody asks, not only when the autovacuum comes by.
    const [{ known }] = await peek(
      portal,
      `select reltuples::int as known from pg_class where oid = 'portal.sales_lines'::regclass`,
    )
    expect(known).toBe(30_000)
    const second = await send('sales-history', lines(20_000, 45_000), NDJSON)
    expect(counts(second.body)).toEqual({ received: 25_000, inserted: 15_000, unchanged: 10_000 })
    expect(await stagedRows(portal)).toBe(0)
    expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
    expect(
      await peek(
        portal,
        `select count(*)::int as n, count(distinct source_key)::int as keys from portal.unassigned_sales_history`,
      ),
    ).toEqual([{ n: 45_000, keys: 45_000 }])
  })
})
