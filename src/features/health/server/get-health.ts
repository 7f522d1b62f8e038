import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { HealthPart } from '../contract.ts'

/** What the server knows of itself. */
export type ServerFacts = {
  version: string
  startedAt: string
  dataDir: string
  sendsMail: boolean
  /** Whether the place of the files is this installation's, and answers. */
  store: () => 'good' | 'empty' | 'foreign' | 'unreachable'
  /** Seconds: age of the newest event when it was read, and how long one transaction holds back the others. */
  events: () => Promise<{ lag: number; heldBack: number }>
}

type DatabaseFacts = {
  serverVersion: string
  bytes: number
  connections: number
  mostConnections: number
  jobsWaiting: number
  jobsFailed: number
  jobsStuckSeconds: number
  mailsWaiting: number
  mailsFailed: number
}
type Checks = {
  late: number
  lateKind: string | null
  salesAt: string | null
  salesDifferences: number | null
  salesFailed: boolean | null
  auditAt: string | null
  auditBroken: number | null
  restoredAt: string | null
  restoredFrom: string | null
  zone: string
  zoneChosen: boolean
}
type State = HealthPart['state']

const SLOW_MS = 250
const GIGABYTE = 1_000_000_000
const DAY_MS = 86_400_000

/** Every part with its state: `warn` asks for a look, `bad` for an act. */
export async function getHealth(tx: Tx, server: ServerFacts) {
  const began = performance.now()
  const { rows: figures } = await sql<{ facts: DatabaseFacts }>`select auth.system_health() as facts`.execute(
    tx,
  )
  const milliseconds = Math.round(performance.now() - began)
  const [{ rows }, disk, events] = await Promise.all([
    sql<Checks>`
      select (select count(*) from portal.feed_states() f
               where f.last_batch_at < now() - make_interval(secs => f.expected_seconds))::int as late,
             (select f.kind from portal.feed_states() f
               where f.last_batch_at < now() - make_interval(secs => f.expected_seconds) order by f.last_batch_at limit 1) as "lateKind",
             s.started_at as "salesAt", s.differences as "salesDifferences", s.finished_at is null as "salesFailed",
             a.at as "auditAt", jsonb_array_length(a.new -> 'broken') as "auditBroken",
             i.restored_at as "restoredAt", i.restored_from as "restoredFrom",
             portal.business_zone() as zone, i.timezone is not null as "zoneChosen"
        from installation i
        left join lateral (select * from sales_checks order by id desc limit 1) s on true
        left join lateral (select l.at, l.new from audit_log l where l.tenant_id = 0 and l.action = 'audit.verified'
                            order by l.seq desc limit 1) a on true`.execute(tx),
    statfs(server.dataDir),
    server.events(),
  ])
  const db = (figures[0] as { facts: DatabaseFacts }).facts
  const checks = rows[0] as Checks
  const store = server.store()
  const free = disk.bavail * disk.bsize
  const share = disk.blocks === 0 ? 1 : disk.bavail / disk.blocks
  const parts: HealthPart[] = [
    part(
      'database',
      db.connections > 0.9 * db.mostConnections ? 'bad' : milliseconds > SLOW_MS ? 'warn' : 'good',
      {
        milliseconds,
        serverVersion: db.serverVersion,
        bytes: db.bytes,
        connections: db.connections,
        mostConnections: db.mostConnections,
      },
    ),
    part('storage', store !== 'good' || free < GIGABYTE ? 'bad' : share < 0.1 ? 'warn' : 'good', {
      ...{ free, store },
      percent: Math.round(share * 100),
    }),
    part('jobs', db.jobsStuckSeconds > 600 ? 'bad' : db.jobsFailed > 0 ? 'warn' : 'good', {
      waiting: db.jobsWaiting,
      failed: db.jobsFailed,
    }),
    part('mail', db.mailsFailed > 0 ? 'bad' : server.sendsMail ? 'good' : 'warn', {
      sends: server.sendsMail ? 'yes' : 'no',
      waiting: db.mailsWaiting,
      failed: db.mailsFailed,
    }),
    part('events', events.heldBack > 60 ? 'bad' : events.heldBack > 5 || events.lag > 5 ? 'warn' : 'good', {
      lag: Math.round(events.lag * 10) / 10,
      heldBack: Math.round(events.heldBack),
    }),
    part('feeds', checks.late > 0 ? 'warn' : 'good', {
      late: checks.late,
      ...(checks.lateKind && { kind: checks.lateKind }),
    }),
    part('sales_check', salesState(checks), {
      ...(checks.salesAt && { at: checks.salesAt }),
      differences: checks.salesDifferences ?? 0,
    }),
    part('audit_check', checks.auditBroken ? 'bad' : isOld(checks.auditAt, 31) ? 'warn' : 'good', {
      ...(checks.auditAt && { at: checks.auditAt }),
      broken: checks.auditBroken ?? 0,
    }),
    part('time_zone', checks.zoneChosen ? 'good' : 'warn', { zone: checks.zone }),
  ]
  if (checks.restoredAt && checks.restoredFrom)
    parts.unshift(part('restored', 'warn', { at: checks.restoredAt, from: checks.restoredFrom }))
  return { version: server.version, node: process.version, startedAt: server.startedAt, parts }
}

const part = (name: HealthPart['part'], state: State, facts: HealthPart['facts']): HealthPart => ({
  part: name,
  state,
  facts,
})

const isOld = (at: string | null, days: number) => at === null || Date.now() - Date.parse(at) > days * DAY_MS

function salesState({ salesAt, salesDifferences, salesFailed }: Checks): State {
  if (salesDifferences) return 'bad'
  return salesFailed && salesAt !== null ? 'bad' : isOld(salesAt, 2) ? 'warn' : 'good'
}
