import fs from 'node:fs'
import path from 'node:path'
import { INGEST_KINDS } from '../../../src/features/ingestion/contract.ts'
import type { Json } from '../../support/client.ts'
import type { World } from './world.ts'

/** What is there of each kind in one tenant, by the ids that events name. */
export type Things = Record<
  'conversation' | 'document' | 'unoffered' | 'issue' | 'payment' | 'purchaseOrder' | 'request',
  string
>
export type Sent = {
  /** Of nobody's tenant, as the code has it. */
  ofNone?: true
  module?: string
  needs?: string
  /** Each person by themselves. */
  toOne?: true
  object?: (things: Things) => string
}
export type Topic = {
  /** Of nobody's tenant it is of all of them together. */
  together?: true
  /** As the code addresses its events. What a test lets the portal write itself is not here. */
  sent: Sent[]
  /** Where a screen asks because of it. Where several are named, any that answers will do. */
  reads: (object: string) => string[]
  /** Whether an answer shows what the event is about; without it, that there is one. */
  shows?: (body: Json, object: string | null) => boolean
}

const needs = (permission: string, module?: string, more: Partial<Sent> = {}): Sent => ({
  ...{ needs: permission, ...more },
  ...(module && { module }),
})
const none = { ofNone: true } as const
/** Rows of upstream: each tenant's, and all together for who looks at all. */
const rows = (permission: string, module: string, ...reads: string[]): Topic => ({
  sent: [needs(permission, module), needs(permission, module, none)],
  together: true,
  reads: () => reads,
})
const document = (...sent: Sent[]): Topic => ({
  sent,
  reads: (id) => [`/documents/${id}`, `/admin/documents/${id}`],
})
const offered = ({ document: id }: Things) => id
const paid = (object?: Sent['object']): Topic => ({
  sent: [needs('invoices.read', 'finance', object && { object })],
  reads: (reference) => (object ? [`/payments/${reference}`] : ['/payments?limit=1']),
})

/** Every topic of the product. `*`: what happened, in whatever word. */
export const TOPICS: Record<string, Topic> = {
  orders: rows('orders.read', 'orders', '/orders?limit=1'),
  sales: rows('sales.read', 'sales', '/reporting-calendar'),
  invoices: rows('invoices.read', 'finance', '/invoices?limit=1'),
  tracking: rows('tracking.read', 'orders', '/tracking/shipments?limit=1'),
  products: rows('products.read', 'product', '/catalogue?limit=1'),
  prices: {
    ...rows('prices.read', 'product', '/catalogue?limit=1'),
    shows: ({ items }) => items.some(({ price }: { price: unknown }) => price),
  },
  lots: {
    sent: [...rows('lots.read', 'qaqc').sent, { toOne: true, object: () => 'wish' }],
    together: true,
    reads: () => ['/lots?limit=1'],
  },
  feeds: {
    sent: [
      needs('orders.read', 'orders', { ...none, object: () => 'orders' }),
      needs('sales.read', 'sales', { ...none, object: () => 'sales-history' }),
      needs('ingestion.read', undefined, { ...none, object: () => 'customers' }),
    ],
    reads: () => ['/feeds', '/admin/feeds'],
    shows: ({ items }, object) => items.some(({ kind }: { kind: string }) => kind === object),
  },
  refused_batches: { sent: [none], reads: () => ['/admin/batches?limit=1'] },
  feed_expectations: { sent: [none], reads: () => ['/admin/feeds'] },
  tenants: { sent: [{}], reads: () => ['/session'] },

  conversations: {
    sent: [needs('conversations.read', 'chat', { object: ({ conversation }) => conversation })],
    reads: (id) => [`/conversations/${id}`],
  },
  'typing.*': { sent: [], reads: (id) => [`/conversations/${id}`] },
  issues: {
    sent: [needs('issues.read', 'orders', { object: ({ issue }) => issue })],
    reads: (id) => [`/issues/${encodeURIComponent(`id:${id}`)}`],
  },
  'purchase-orders': {
    sent: [needs('purchase_orders.read', 'orders', { object: ({ purchaseOrder }) => purchaseOrder })],
    reads: (id) => [`/purchase-orders/${id}`],
  },
  'document-requests': {
    sent: [needs('documents.read', undefined, { object: ({ request }) => request })],
    reads: (id) => [`/document-requests/${id}`],
  },
  documents: document(
    ...['qaqc', 'product', 'legal', 'orders'].map((module) =>
      needs('documents.read', module, { object: offered }),
    ),
  ),
  'document.acknowledged': document(needs('documents.read', 'legal', { object: offered })),
  'document.to_sign': document(needs('legal.approve', 'legal', { object: offered })),
  'document.withdrawn': document(needs('documents.read', 'legal', { toOne: true, object: () => 'gone' })),
  'document.expiring': document(needs('documents.read', 'product', { object: offered })),
  'document.expired': document(needs('documents.read', 'product', { object: offered })),

  'invoice.issued': { sent: [needs('invoices.read', 'finance')], reads: () => ['/invoices?limit=1'] },
  'payment.*': paid(({ payment }) => payment),
  'payment_methods.changed': paid(),
  assistant: {
    sent: [needs('assistant.write', 'chat'), needs('assistant.write', 'voice-assistant')],
    reads: () => ['/assistant', '/voice'],
  },

  announcements: {
    sent: [{}, none, { toOne: true, ofNone: true, object: () => 'put away' }],
    reads: () => ['/announcements'],
  },
  roadmap: { sent: [none], reads: () => ['/roadmap'] },
  roadmap_comments: { sent: [{}], reads: () => ['/roadmap/next/comments'] },
  notices: { sent: [{ toOne: true, ofNone: true }], reads: () => ['/notices'] },
  'preferences.changed': { sent: [{ toOne: true, ofNone: true }], reads: () => ['/session'] },
  feedback: {
    sent: [needs('feedback.manage'), needs('feedback.manage', undefined, none)],
    reads: () => ['/admin/feedback'],
  },
  demo_requests: {
    sent: [needs('feedback.manage', undefined, none)],
    reads: () => ['/admin/demo-requests'],
  },
}

const filesUnder = (folder: string, fits: RegExp): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => fits.test(name))

/** Where somebody says a topic to a function that writes what it is told. */
const GIVEN = /portal\.(?:emit|wake_holders|announce_data)\((?:[\w.]+, *)?'([^']+)'/g
const WRITTEN =
  /insert into portal\.outbox \(tenant_id, topic\b[^)]*\)\s*(?:select|values \()\s*[\w.]+,\s*([^;]*);/g

/** What a statement says first: one topic, one of two, or a word of its own behind a point. */
function saidBy(rest: string, name: string): string[] {
  const [, one, more] = /^'([^']+)'( \|\| )?/.exec(rest) ?? []
  if (one !== undefined) return [more ? `${one}*` : one]
  const [, choice] = /^case (.*?) end\b/.exec(rest) ?? []
  if (choice) return [...choice.matchAll(/(?:then|else) '([^']+)'/g)].map(([, topic]) => topic as string)
  // What it is given, or has counted: the callers, and the kinds of rows, say which.
  if (/^(?:of_topic|[vd]\.topic)\b/.test(rest)) return []
  throw new Error(`${name} writes an event whose topic is said in a way of its own: ${rest.slice(0, 60)}`)
}

/** The topics that the code writes, each by its name: of writes, of functions, and of the rows of upstream. */
export async function topicsOfTheCode({ superuser }: Pick<World, 'superuser'>): Promise<string[]> {
  const found = new Set<string>()
  for (const name of filesUnder('src', /[/\\]server[/\\].*\.ts$/)) {
    if (name.endsWith('.test.ts')) continue
    const text = fs.readFileSync(name, 'utf8')
    for (const [, topic = ''] of text.matchAll(/\btopic: '([^']+)'/g)) found.add(topic)
    for (const [, before] of text.matchAll(/\btopic: `([\w.]+\.)\$\{[\w.]+\}`/g)) found.add(`${before}*`)
    for (const [, topic = ''] of text.matchAll(GIVEN)) found.add(topic)
  }
  for (const name of filesUnder('src', /[/\\]db[/\\].*\.sql$/)) {
    const text = fs.readFileSync(name, 'utf8')
    const statements = [...text.matchAll(WRITTEN)]
    const all = text.split('insert into portal.outbox').length - 1
    if (statements.length !== all) throw new Error(`${name}: ${statements.length} of ${all} events read`)
    for (const [, rest = ''] of statements) for (const topic of saidBy(rest, name)) found.add(topic)
    for (const [, topic = ''] of text.matchAll(GIVEN)) found.add(topic)
  }
  const rows = await superuser.rows<{ topic: string }>(
    'select distinct (portal.ingest_kind(k)).topic from unnest($1::text[]) k',
    [INGEST_KINDS],
  )
  for (const { topic } of rows) found.add(topic)
  // Nobody is told of them: src/features/ingestion/db/functions/announce_ingest.sql
  found.delete('customers')
  return [...found].toSorted()
}
