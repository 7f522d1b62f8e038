import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../support/client.ts'
import { type OpenStream, openStream } from '../support/event-stream.ts'
import { get, post, put } from './support/expectations/ask.ts'
import { paymentReference } from './support/plant.ts'
import { createPrincipals, type Principal, type Request } from './support/principals.ts'
import { type Things, TOPICS, type Topic, topicsOfTheCode } from './support/stream-topics.ts'
import { createWorld, FOREIGN, OWN, type World } from './support/world.ts'

/** One event as whoever hears it does. */
type Told = { topic: string; tenant: number; object: string | null }
/** What was written, and to whom: to one person, or to those who hold this. */
type Written = Told & { module: string | null; needs: string | null; person: string | null }

let world: World
let principals: Principal[]
let written: Written[]
/** Who writes is not told so. */
const writers = new Map<string, Principal>()
const persons = new Map<Principal, string>()
const streams = new Map<Principal, OpenStream>()

beforeAll(async () => {
  world = await createWorld()
  principals = await createPrincipals(world)
  for (const asker of principals) {
    const { status, body } = await asker.ask(get('/session'))
    // Whoever has access to no company hears of nothing (test/security/closed-doors).
    if (status === 200 && (asker.sees === 'all' || asker.sees.length > 0)) persons.set(asker, body.user.id)
  }
  for (const [tenant, mark] of [
    [world.own, OWN],
    [world.other, FOREIGN],
    [world.bare, 'bare'],
  ] as const) {
    const things = await thingsOf(mark)
    if (tenant !== world.bare) await letItWrite(tenant, things)
    await plant(tenant, things)
  }
  await plantOfNone()
  written = await world.superuser.rows<Written>(
    `select topic, tenant_id as tenant, object_id as object, module, permission as needs, audience as person from portal.outbox
      where tenant_id = any ($1)`,
    [[0, world.own, world.other, world.bare, world.suspended]],
  )
  for (const asker of persons.keys()) {
    const stream = await openStream(
      world.portal.url,
      { cookies: new Map() },
      { headers: await asker.come(), lastEventId: '0-0' },
    )
    streams.set(asker, stream)
    await stream.ready()
  }
  await type()
})
afterAll(async () => {
  await Promise.all([...streams.values()].map((stream) => stream.close()))
  await world?.close()
})

const named = (name: string) => principals.find((asker) => asker.name === name) as Principal
async function done(asker: Principal, request: Request): Promise<Json> {
  const { status, body } = await asker.ask(request)
  if (status !== 200) throw new Error(`${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`)
  return body
}

async function thingsOf(mark: string): Promise<Things> {
  const idOf = async (table: string, column: string, value: string) =>
    String(await world.superuser.value<number>(`select id::int from ${table} where ${column} = $1`, [value]))
  return {
    conversation: await idOf('conversations', 'subject', `${mark} conversation 1`),
    issue: await idOf('issues', 'title', `${mark} issue 1`),
    purchaseOrder: await idOf('purchase_orders', 'po_no', `${mark}-PO1`),
    request: await idOf('document_requests', 'title', `${mark} request`),
    document: await idOf('documents', 'title', `${mark} 1`),
    unoffered: await idOf('documents', 'title', `${mark} 2`),
    payment: paymentReference(mark),
  }
}

/** What is told to some of those alone who hear of the topic, as the portal itself writes it. */
async function letItWrite(tenant: number, { conversation, issue, unoffered }: Things) {
  const client = named(tenant === world.own ? 'tenant_admin of the tenant' : 'member of the other tenant')
  const administrator = named('administrator')
  const words = { text: 'x' }
  await done(client, post('/conversations', { subject: 'x', text: 'x', key: crypto.randomUUID() }))
  await done(client, post(`/conversations/${conversation}/read`, { upTo: 1 }))
  await done(administrator, post(`/conversations/${conversation}/notes`, words))
  await done(client, post('/issues', { type: 'other', priority: 'low', title: 'x', description: 'x' }))
  await done(administrator, post(`/issues/${issue}/notes`, words))
  const order = { poNo: 'x', requestedDate: null, shipTo: null, note: null, lines: [] }
  const { id, version } = await done(client, post('/purchase-orders', order))
  await done(client, put(`/purchase-orders/${id}`, { ...order, version }))
  const facts = {
    ...{
      title: 'x',
      number: null,
      description: null,
      shelves: ['qa'],
      category: 'procedure',
      type: 'procedure',
    },
    ...{
      productCode: null,
      productName: null,
      productLine: null,
      language: null,
      effectiveOn: null,
      expiresOn: null,
    },
    audience: { kind: 'tenants', tenantIds: [tenant] },
  }
  await done(administrator, put(`/admin/documents/${unoffered}`, { ...facts, version: 1, pending: false }))
  for (const file of ['1', '2'])
    await world.superuser.query('select auth.keep_document_scan(sha256($1::bytea), $2)', [
      `${tenant === world.own ? OWN : FOREIGN} ${file}`,
      'clean',
    ])
}

async function keep({ topic, tenant, object, module, needs, person }: Written) {
  await world.superuser.query(
    `insert into portal.outbox (tenant_id, topic, module, permission, audience, object_id) values ($1, $2, $3, $4, $5, $6)`,
    [tenant, topic, module, needs, person, object],
  )
}
/** Whose persons' own events are planted: of every person once. */
async function plantAll(tenant: number, ofNone: boolean, things: Things | undefined) {
  for (const [topic, { sent }] of Object.entries(TOPICS))
    for (const { ofNone: nobodys = false, module = null, needs = null, toOne, object } of sent) {
      if (nobodys !== ofNone) continue
      const about = object?.(things as Things) ?? null
      for (const person of toOne ? new Set(persons.values()) : [null])
        await keep({ topic: topic.replace('*', 'x'), tenant, object: about, module, needs, person })
    }
}
const plant = (tenant: number, things: Things) => plantAll(tenant, false, things)
const plantOfNone = () => plantAll(0, true, undefined)

/** Somebody of each company, and of the staff, writes in its conversation while everybody listens. */
async function type() {
  const witness = streams.get(named('administrator')) as OpenStream
  for (const [tenant, mark, writer, side] of [
    [world.own, OWN, 'quality_manager of the tenant', 'client'],
    [world.other, FOREIGN, 'customer_service, assigned to the other tenant', 'staff'],
  ] as const) {
    const { conversation } = await thingsOf(mark)
    const told = { topic: `typing.${side}`, tenant, object: conversation }
    written.push({ ...told, module: 'chat', needs: 'conversations.read', person: null })
    writers.set(nameOf(told), named(writer))
    await done(named(writer), post(`/conversations/${conversation}/typing`, {}))
    await witness.until(({ data }) => nameOf(data as Told) === nameOf(told))
  }
  // What was sent to them lies before this in every stream.
  for (const person of new Set(persons.values()))
    await keep({ topic: 'mark', tenant: 0, object: null, module: null, needs: null, person })
  for (const stream of streams.values()) await stream.until(({ data }) => data.topic === 'mark')
}

const nameOfTopic = (topic: string) => (topic in TOPICS ? topic : topic.replace(/[^.]+$/, '*'))

describe('what a stream tells', () => {
  it('is expected of every topic that the code writes', async () => {
    expect(Object.keys(TOPICS).toSorted()).toEqual(await topicsOfTheCode(world))
  })

  it('is no more and no less than the endpoints behind it let each asker read', async () => {
    const wrong: string[] = []
    const known = new Map<string, Written[]>()
    for (const one of written) known.set(nameOf(one), [...(known.get(nameOf(one)) ?? []), one])
    let [compared, heardAtAll] = [0, 0]
    const topics = new Set<string>()
    for (const asker of persons.keys()) {
      const stream = streams.get(asker) as OpenStream
      expect(stream.messages.map(({ event }) => event)).not.toContain('resync')
      const heard = new Set(
        stream
          .changes()
          .filter(({ data }) => data.topic !== 'mark')
          .map(({ data }) => nameOf(data as Told)),
      )
      const unknown = [...heard].filter((name) => !known.has(name))
      wrong.push(...unknown.map((name) => `${asker.name} hears ${name}, which nobody wrote`))
      for (const [name, told] of known) {
        const may = await reads(asker, told)
        const hears = heard.has(name)
        const meant = told.some((one) => holds(asker, one)) && writers.get(name) !== asker
        if (hears && !may) wrong.push(`${asker.name} hears ${name}`)
        if (!hears && may && meant) wrong.push(`${asker.name} does not hear ${name}`)
        if (hears) topics.add(nameOfTopic(told[0]?.topic as string))
        compared++
        if (hears) heardAtAll++
      }
    }
    console.log(
      `streams: ${streams.size} askers, ${compared} comparisons, ${heardAtAll} heard, ${wrong.length} wrong`,
    )
    expect(wrong.slice(0, 40).join('\n')).toBe('')
    // What nobody hears would prove nothing.
    expect([...topics].toSorted()).toEqual(Object.keys(TOPICS).toSorted())
  })
})

const nameOf = ({ topic, tenant, object }: Told) => `${topic} of ${tenant} ${object}`

const answers = new Map<string, Promise<{ status: number; body: Json }>>()
function answer(asker: Principal, path: string) {
  const key = `${asker.name} ${path}`
  const known = answers.get(key) ?? asker.ask(get(path))
  answers.set(key, known)
  return known
}

/** Whether one of the endpoints behind an event shows this asker what it is about. */
async function reads(asker: Principal, told: Written[]): Promise<boolean> {
  const { topic, tenant, object } = told[0] as Written
  const person = persons.get(asker)
  // Of one's own doing alone.
  if (told.every((one) => one.person !== null))
    return told.some((one) => one.person === person) && (tenant === 0 || sees(asker, tenant))
  const { reads: paths, shows, together } = TOPICS[nameOfTopic(topic)] as Topic
  if (tenant === 0 && together && asker.sees !== 'all') return false
  const about = object === null || !/^\d+$|^PAY/.test(object)
  if (about && tenant !== 0 && !sees(asker, tenant)) return false
  for (const path of paths(object as string)) {
    const { status, body } = await answer(asker, path)
    if (status === 200 && (!shows || shows(body, object))) return true
  }
  return false
}
const sees = ({ sees: tenants }: Principal, tenant: number) => tenants === 'all' || tenants.includes(tenant)
/** Whether an event is for them by its address; somebody without any access hears of their own alone. */
const holds = (asker: Principal, { module, needs, person }: Written) =>
  (person === null
    ? asker.sees === 'all' || asker.sees.length > 0 || asker.enters.length > 0
    : person === persons.get(asker)) &&
  (module === null || !asker.modulesOff) &&
  (needs === null || asker.permissions === 'all' || asker.permissions.includes(needs))
