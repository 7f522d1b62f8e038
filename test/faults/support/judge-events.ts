// A program of its own: compares what each listener wrote down with the events that the database holds.
// judge-events.ts <ledger> <database url>; prints its findings as JSON and ends with 1 when there are any.
import fs from 'node:fs'
import pg from 'pg'
import type { Heard } from './event-listeners.ts'

const [ledger = '', url = ''] = process.argv.slice(2)
const client = new pg.Client({ connectionString: url })
await client.connect()
const { rows } = await client.query<{ id: string; tenant: number; object: string }>(
  `select xid::text || '-' || id as id, tenant_id as tenant, object_id as object from portal.outbox
    where topic = 'loss' order by xid, id`,
)
await client.end()

const written = new Map(rows.map((row, at) => [row.id, { ...row, at }]))
const entries = fs
  .readFileSync(ledger, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Heard)
const after = (one: string, other: string) => {
  const [[a = 0, b = 0], [c = 0, d = 0]] = [one, other].map((id) => id.split('-').map(Number)) as [
    number[],
    number[],
  ]
  return a - c || b - d
}

const findings = { lost: 0, foreign: 0, invented: 0, disordered: 0, unwritten: 0 }
const counts = { events: rows.length, heard: 0, again: 0, resyncs: 0 }
type Message = Extract<Heard, { listener: string }>
const listeners = new Map<string, Message[]>()
for (const entry of entries)
  if ('listener' in entry)
    listeners
      .set(entry.listener, listeners.get(entry.listener) ?? [])
      .get(entry.listener)
      ?.push(entry)
for (const heard of listeners.values()) {
  const known = new Set<string>()
  let last = heard[0]?.from ?? '0-0'
  const start = last
  // A resync stands for what came after the last one heard.
  const gaps: [string, string][] = []
  const tenants = heard[0]?.tenants ?? null
  for (const { event, id, object, tenant } of heard) {
    if (event === 'resync') {
      counts.resyncs += 1
      gaps.push([last, id])
      last = id
    }
    if (event !== 'change') continue
    const row = written.get(id)
    if (!row || row.object !== object) findings.invented += 1
    if (tenants && !tenants.includes(tenant)) findings.foreign += 1
    if (known.has(id)) {
      counts.again += 1
      continue
    }
    known.add(id)
    counts.heard += 1
    if (after(id, last) <= 0) findings.disordered += 1
    last = id
  }
  const isCovered = (id: string) => gaps.some(([from, to]) => after(id, from) > 0 && after(id, to) <= 0)
  for (const { id, tenant } of rows)
    if ((!tenants || tenants.includes(tenant)) && after(id, start) > 0 && !known.has(id) && !isCovered(id))
      findings.lost += 1
}
const objects = new Set(rows.map(({ object }) => object))
for (const entry of entries)
  if ('acknowledged' in entry && !objects.has(entry.acknowledged)) findings.unwritten += 1

console.log(JSON.stringify({ findings, counts, listeners: listeners.size }))
process.exit(Object.values(findings).some((n) => n > 0) ? 1 : 0)
