// A program of its own: compares what clients were told (the ledger) with what the database holds, and says in one line of
// JSON what differs. It shares no code with the portal.  judge.ts <ledger> <database url>
import fs from 'node:fs'
import pg from 'pg'
import type { Entry } from './upstream-clients.ts'

const [file = '', connectionString = ''] = process.argv.slice(2)
const ledger = fs
  .readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Entry)
const client = new pg.Client({ connectionString })
await client.connect()
const rows = async <R extends object>(text: string) => (await client.query<R & pg.QueryResultRow>(text)).rows

const faults: string[] = []
const say = (what: string) => void faults.push(what)

type Batch = { id: string; name: string; answer: string; audits: string; tenants: string[] | null }
const batches = await rows<Batch>(`
  with audited as (select object_id, count(*) as n from portal.audit_log where action = 'ingest.batch' group by 1),
       told as (select payload ->> 'batch' as batch, array_agg(tenant_id::text order by tenant_id) as tenants from portal.outbox group by 1)
  select b.id, b.idempotency_key as name, b.answer, coalesce(a.n, 0) as audits, t.tenants
    from portal.ingest_batches b
    left join audited a on a.object_id = b.id::text left join told t on t.batch = b.id::text`)
const stored = groups(batches, ({ name }) => name)

const tenantOf = new Map(
  (
    await rows<{ code: string; tenant: number }>(
      'select client_code as code, tenant_id as tenant from portal.upstream_clients',
    )
  ).map(({ code, tenant }) => [code, tenant]),
)

type Row = { kind: string; key: string; cents: string; tenant: number }
const held = groups(
  await rows<Row>(`
    select 'orders' as kind, replace(source_key, 'primary:', '') as key, amount_cents::text as cents, tenant_id as tenant from portal.orders
    union all select 'orders', replace(source_key, 'primary:', ''), amount_cents::text, 0 from portal.unassigned_orders
    union all select 'sales-history', source_key, amount_cents::text, tenant_id from portal.sales_history
    union all select 'sales-history', source_key, amount_cents::text, 0 from portal.unassigned_sales_history`),
  ({ kind, key }) => `${kind} ${key}`,
)

const expected = new Map<string, { cents: number; tenant: number }>()
for (const { batch, kind, rows: sent, answer } of ledger) {
  const found = stored.get(batch) ?? []
  if (answer === null) say(`${batch} was never acknowledged`)
  if (found.length === 0) say(`${batch} is lost`)
  if (found.length > 1) say(`${batch} landed ${found.length} times`)
  for (const { answer: kept, audits, tenants } of found) {
    if (kept !== answer) say(`${batch} was answered otherwise than it is stored`)
    if (audits !== '1') say(`${batch} has ${audits} audit rows`)
    const touched = [...new Set([0, ...sent.map(({ client: code }) => tenantOf.get(code) ?? 0)])].sort(
      (a, b) => a - b,
    )
    const { inserted, updated } = JSON.parse(kept)
    // A version that changed nothing is told to nobody.
    if (inserted === sent.length && String(tenants) !== String(touched.map(String)))
      say(`${batch} is in the outbox for ${tenants} instead of ${touched}`)
    if (inserted + updated > 0 && tenants === null) say(`${batch} is missing from the outbox`)
    if (tenants && new Set(tenants).size !== tenants.length) say(`${batch} is twice in the outbox`)
  }
  for (const { key, cents, client: code } of sent)
    expected.set(`${kind} ${key}`, { cents, tenant: tenantOf.get(code) ?? 0 })
}
const sentBatches = new Set(ledger.map(({ batch }) => batch))
for (const name of stored.keys()) if (!sentBatches.has(name)) say(`${name} was never sent`)
for (const [key, { cents, tenant }] of expected) {
  const found = held.get(key) ?? []
  if (found.length === 0) say(`${key} is lost`)
  if (found.length > 1) say(`${key} is there ${found.length} times`)
  for (const row of found)
    if (row.cents !== String(cents) || row.tenant !== tenant)
      say(`${key} is ${row.cents} of tenant ${row.tenant} instead of ${cents} of ${tenant}`)
}
for (const key of held.keys()) if (!expected.has(key)) say(`${key} was never sent`)

await client.end()
console.log(
  JSON.stringify({
    acknowledged: ledger.length,
    rows: expected.size,
    faults: faults.length,
    first: faults.slice(0, 10),
  }),
)
process.exit(faults.length > 0 || ledger.length === 0 ? 1 : 0)

function groups<T>(of: T[], by: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const item of of) {
    const key = by(item)
    const group = found.get(key)
    if (group) group.push(item)
    else found.set(key, [item])
  }
  return found
}
