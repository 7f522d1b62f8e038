import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import en from '../../messages/server.en.json' with { type: 'json' }
import { KINDS, type Kind } from '../../src/features/ingestion/domain/kinds/kinds.ts'
import { rowSchema } from '../../src/features/ingestion/domain/kinds/row-schema.ts'
import { INSTALLATION_PERMISSIONS } from '../../src/platform/contract/permissions.ts'
import { Problem } from '../../src/platform/contract/problem.ts'
import { sealCursor } from '../../src/platform/server/endpoint/cursor.ts'
import { bodyOf } from '../../src/platform/server/endpoint/signing.ts'
import { aKey, anAccount } from '../support/actors.ts'
import { type Answer, createClient, type Json } from '../support/client.ts'
import { documentForm } from '../support/document-form.ts'
import { size } from '../support/form.ts'
import { SEED } from '../support/seed.ts'
import { agreeingConversation } from './support/agreeing-conversation.ts'
import { agreeingEntry, agreeingTerms } from './support/agreeing-entry.ts'
import { agreeingIssue } from './support/agreeing-issue.ts'
import { acceptedBy, fromSchema, mutated, naughtyText, storable } from './support/arbitraries.ts'
import { allEndpoints, type Endpoint } from './support/contracts.ts'
import { landingRow } from './support/landing-row.ts'
import { openSession } from './support/principals.ts'
import { signedBy } from './support/signed-by.ts'
import { createWorld, type World } from './support/world.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? size(50, 240))

let world: World
let member: string
let administrator: string
const shares: string[] = []
beforeAll(async () => {
  world = await createWorld()
  const account = async (access: Parameters<typeof anAccount>[1]) =>
    (await anAccount(world.portal, access)).userId
  member = await account({ memberships: [{ tenantId: world.own, role: 'tenant_admin' }] })
  administrator = await account({ globalAdmin: true })
})
afterAll(async () => {
  console.log(`fuzz: seed ${SEED}, ${RUNS} requests each\n${shares.join('\n')}`)
  await world?.close()
})

type Sent = { path: string; body?: string; headers?: Record<string, string> }
/** What a request is made of: `good` ones are meant to pass the schema. */
type Attempt = { good: boolean; value: unknown }

const QUOTED =
  /invalid input|violates|syntax error|(relation|column|function|type) .* does not exist|relation "|column "|SQLSTATE|node_modules|\.[cm]?[jt]s:\d+|^\s*at /m

/** What is wrong with an answer, whatever was asked. */
const isAnswer = (name: string, status: number, type: string) =>
  status === 422 && name.startsWith('POST /ingest/') && type.startsWith('application/json')

function judge({ output, name }: Endpoint, { status, body, headers }: Answer<Json>): string | undefined {
  const type = headers.get('content-type') ?? ''
  if (status >= 500)
    return `${name} answered ${status}: ${world.portal.lines.findLast((line) => line.includes(body.traceId) && /fault|because/.test(line))?.slice(0, 600)}`
  // A batch of which nothing could be taken has its answer.
  if (status >= 400 && !isAnswer(name, status, type)) {
    if (type !== 'application/problem+json') return `${name} answered ${status} as ${type}`
    const problem = Problem.strict().safeParse(body)
    if (!problem.success) return `${name}: not a problem: ${problem.error.message}`
    const { code, title, detail = '' } = problem.data
    if (!(code in en.problems)) return `${name}: no words for ${code}`
    return QUOTED.test(`${title} ${detail}`) ? `${name} says ${title} ${detail}` : undefined
  }
  if (!type.startsWith('application/json') || output === undefined) return undefined
  const parsed = output.safeParse(body)
  if (!parsed.success) return `${name} answers outside its schema: ${parsed.error.message}`
  return JSON.stringify(sorted(parsed.data)) === JSON.stringify(sorted(body))
    ? undefined
    : `${name} answers more than its schema`
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sorted(v)]),
        )
      : value

/** Refused before the endpoint's own work began. */
const REFUSED_EARLY = [400, 401, 403, 413, 415, 422]

/** What no role of a tenant holds. */
const OF_STAFF = [
  'tenants.read',
  'invoices.write',
  'tracking.write',
  'documents.write',
  'documents.approve',
  'catalogue.write',
  'purchase_orders.manage',
  'issues.manage',
  'conversations.manage',
]

async function headersFor({ meta }: Endpoint, key: string): Promise<Record<string, string>> {
  if (meta.key) return { authorization: `Bearer ${key}` }
  const { permission } = meta
  const forAll =
    permission && (OF_STAFF.includes(permission) || INSTALLATION_PERMISSIONS.includes(permission))
  const session = forAll ? { userId: administrator, tenantId: null } : { userId: member, tenantId: world.own }
  return { cookie: await openSession(world, session) }
}

/** The value of an input in the address, as a form would send it. */
function toQuery(value: unknown): string {
  const query = new URLSearchParams()
  if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value))
      for (const one of Array.isArray(item) ? item : [item]) query.append(key, asText(one))
  return query.toString()
}

/** An object is not asked for its own text: `{toString: 0}` has none. */
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Its body is a file, and the rest is in the address. */
const isUpload = (name: string) =>
  /^(POST \/admin\/documents(\/\{id\}\/versions)?|POST \/draft-files|POST \/(issues|conversations|purchase-orders|document-requests)\/\{id\}\/files|PUT \/admin\/documents\/uploads\/\{checksum\}|POST \/voice\/transcriptions)$/.test(
    name,
  )

function toRequest({ name, method, path }: Endpoint, value: unknown): Sent {
  const given = { ...(typeof value === 'object' ? value : {}) } as Record<string, unknown>
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const part = given[name]
    delete given[name]
    // One dot or two are no part of an address: it would be another one.
    const text = asText(part ?? 'x').replace(/\p{Surrogate}/gu, '?')
    return encodeURIComponent(text.replace(/^\.{1,2}$/, 'x')) || 'x'
  })
  // A longer address is refused by the HTTP server itself, with 431 and no words.
  if (method === 'GET') return { path: `/api/v1${filled}?${toQuery(given).slice(0, 8000)}` }
  if (isUpload(name))
    return {
      path: `/api/v1${filled}?${toQuery(given)}`,
      body: 'Code,Name\n',
      headers: { 'content-type': 'application/octet-stream' },
    }
  if (name === 'POST /ingest/documents') return { path: `/api/v1${filled}`, ...documentForm(value) }
  const body = JSON.stringify(value)
  return { path: `/api/v1${filled}`, ...(body !== undefined && { body }) }
}

/** Cursors as the lists make them, and as nobody should send them. */
const cursors = fc
  .array(
    fc.oneof(
      naughtyText,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
      fc.boolean(),
    ),
    {
      minLength: 2,
      maxLength: 4,
    },
  )
  .map((values) => sealCursor(values))

/** Both ends of a period, in their order. */
function ordered(given: Record<string, Json>): Record<string, Json> {
  const fitting = { ...given }
  for (const [from, to] of [
    ['from', 'to'],
    ['againstFrom', 'againstTo'],
  ] as const) {
    const [first, last] = [given[from] ?? given[to], given[to] ?? given[from]].sort()
    if (first !== undefined) Object.assign(fitting, { [from]: first, [to]: last })
  }
  return fitting
}

/** Of periods, display rules and clients: fields that must fit each other do. */
function agreeing(value: unknown, path: string): unknown {
  if (path === '/admin/tax-rates') return { ...(value as object), rate: '9.975', from: '2025-01-01' }
  const given = ordered(value as Record<string, Json>)
  // Nothing was on record before 1900; what a comparison has no rows for is of two periods.
  if (path.startsWith('/sales/lines'))
    for (const end of ['from', 'to', 'besideFrom', 'besideTo'])
      if (given[end] === undefined || given.dataset === 'current') delete given.others
  if (/^\/(audit|admin\/batches|invoices|finance)/.test(path))
    for (const end of ['from', 'to']) if (given[end] < '1900') given[end] = `20${given[end].slice(2)}`
  if (path.startsWith('/catalogue/'))
    return {
      ...given,
      ...('leadWeeks' in given && { minimumQuantity: null, leadWeeks: null }),
      // Days in their order; a unit that can be compared has its own tests.
      ...('validFrom' in given && { validFrom: '2024-01-01', validTo: null, unit: null }),
    }
  // A price of the catalogue and a date of the calendar have their own tests; so have products that are not in it,
  // and what orders the replacement of an issue.
  if (path.startsWith('/purchase-orders') && path !== '/purchase-orders/{id}/act')
    return {
      ...given,
      ...('lines' in given && { lines: [{ itemNo: 'mine-item', quantity: 100 }] }),
      ...('tenant' in given && { tenant: world.own }),
      ...('issueId' in given && { issueId: undefined }),
      ...('requestedDate' in given && { requestedDate: null }),
      ...('quantities' in given && { quantities: [] }),
      ...('prices' in given && { prices: [{ lineNo: 1, unitPrice: '1.5', pricePer: 1000 }] }),
      ...('addresses' in given && { addresses: [{ label: 'x', address: 'x' }] }),
      ...('approvalLimit' in given && { approvalLimit: '10.00', version: 0 }),
      ...('note' in given && { note: 'x' }),
      ...('name' in given && { name: 'a.csv' }),
      ...(given.from && { from: '2024-01-01' }),
      ...(given.to && { to: '2024-01-01' }),
    }
  // No number of nine digits is beyond what numbers there can be.
  if (path === '/documents/archive')
    return {
      ids: `${given.ids}`
        .split(',')
        .slice(0, 500)
        .map((id) => id.slice(0, 9))
        .join(','),
    }
  // What a file may be called and be has its own tests.
  if (path.startsWith('/admin/documents') && 'name' in given)
    return {
      ...given,
      ...(given.offset !== undefined && { offset: 0 }),
      name: 'a.csv',
      ...(given.document && { document: agreeing(given.document, path) }),
    }
  if (path.startsWith('/issues')) return agreeingIssue(given)
  // What is enforced has a proof and no day, what the operator answers for the other way round.
  if (path.startsWith('/admin/claims') && 'kind' in given)
    return {
      ...given,
      texts: { ...given.texts, en: `x${storable(given.texts.en)}`.slice(0, 500) },
      ...(given.kind === 'operator'
        ? { proof: null, statedOn: '2026-01-01' }
        : { proof: 'test/server/sign-in.test.ts', statedOn: null }),
    }
  if (path.startsWith('/roadmap') && 'text' in given)
    return { ...given, text: `x${storable(given.text)}`.slice(0, 2000) }
  if (path.startsWith('/conversations')) return agreeingConversation(given)
  if (path === '/document-requests/{id}/files') return { ...given, name: 'a.csv' }
  if (path === '/draft-files') return { form: 'x', name: 'a.csv' }
  if (path === '/document-requests' && Array.isArray(given.tenantIds))
    return {
      ...given,
      tenantIds: [world.own],
      title: `x${storable(given.title)}`.slice(0, 200),
      details: null,
    }
  if (Array.isArray(given.shelves))
    return {
      ...given,
      ...{ shelves: ['qa'], category: 'procedure', audience: { kind: 'all' } },
      ...{ effectiveOn: null, expiresOn: null, number: null, productCode: null, productLine: null },
      title: `x${storable(given.title)}`.slice(0, 200),
    }
  if (path === '/admin/sources/{id}' && 'encoding' in given) return { ...given, encoding: null }
  if (path.startsWith('/ingest/mappings')) return { ...('name' in given && { name: 'one' }), source: 'main' }
  if (path === '/payments') return given.parts ? { ...given, parts: given.parts.slice(0, 1) } : given
  if (/^\/admin\/(payments|shipments)/.test(path))
    return agreeingEntry({ ...given, ...('tenantId' in given && { tenantId: world.own }) })
  if (path.startsWith('/product-classes/') && 'leadWeeks' in given) return agreeingTerms(given)
  // What no line of a request can hold is no list of numbers.
  if (path === '/admin/lot-sources') return { ...given, lotNos: `${given.lotNos}`.slice(0, 1000) }
  if (path.startsWith('/admin/invoice-drafts') && Array.isArray(given.lines))
    return {
      ...given,
      ...('tenantId' in given && { tenantId: world.own }),
      ...{ kind: 'invoice', creditsNo: null, date: '2025-01-01', dueDate: null },
      ...{ terms: null, poNo: null, ordNo: null, taxes: [], place: null },
      lines: given.lines.slice(0, 1).map(({ description }: Json) => ({
        ...{ itemNo: null, quantity: '1.5', unit: null, unitPrice: '0.25' },
        description: `x${storable(description)}`.slice(0, 500),
      })),
    }
  if (Array.isArray(given.productRules))
    return {
      ...given,
      productRules: given.productRules.map((rule) => ({
        ...rule,
        wanted: storable(`${rule.wanted}x`).slice(-200),
        displayName: storable(`x${rule.displayName}`).slice(0, 200),
        digits: rule.kind === 'prefix_digits' ? (rule.digits ?? 2) : null,
      })),
      aliases: given.aliases.map((_: Json, at: number) => ({
        variant: `v${at}`,
        displayName: `shown ${at}`,
      })),
    }
  // Roles and tenants are rows.
  if (Array.isArray(given.emails))
    return {
      ...(given.as ? { as: { kind: 'tenant', tenantId: world.own, role: 'viewer' } } : { role: 'viewer' }),
      emails: given.emails.map((email: string) => `p${storable(email).slice(0, 300)}x`),
    }
  if (Array.isArray(given.texts))
    return {
      ...given,
      texts: given.texts.slice(0, 1).map(({ title, text }: Json) => ({
        language: 'en',
        title: `x${storable(title.slice(0, 100))}`,
        text: `x${storable(text.slice(0, 1000))}`,
      })),
      tenantIds: given.tenantIds && [world.own],
      // Nobody announced anything before 2000.
      startsAt: `20${given.startsAt.slice(2)}`,
      endsAt: null,
    }
  if (path === '/session/viewing')
    return { tenantId: world.own, role: 'viewer', reason: `xxx${storable(given.reason.slice(0, 400))}` }
  if (path === '/admin/temporary-access' && 'tenantId' in given)
    return { ...given, tenantId: world.own, role: 'viewer' }
  if (Array.isArray(given.permissions))
    return { ...given, permissions: ['orders.read'], name: `x${given.name ?? ''}`.slice(0, 60) }
  if (given.access)
    return { ...given, access: { administrator: given.access.administrator, staff: null, memberships: [] } }
  // Of many texts at once one is nearly always outside what can be stored.
  if (path.startsWith('/admin/closed-days') && given.names)
    return { ...given, names: { ...given.names, en: `x${storable(given.names.en)}`.slice(0, 100) } }
  if (path === '/admin/company')
    return Object.fromEntries(
      Object.entries({
        ...given,
        timezone: null,
        ...(given.officeHours && { officeHours: { days: [1, 2], opensAt: '08:30', closesAt: '17:00' } }),
      }).map(([fact, told]) => [fact, typeof told === 'string' ? storable(told) : told]),
    )
  if ('timezone' in given || 'accountManager' in given)
    return {
      ...given,
      ...('timezone' in given && { timezone: 'America/Toronto' }),
      ...('accountManager' in given && { accountManager: null }),
    }
  // One of a few; what a picture may hold has its own tests.
  if ('logo' in given) return { logo: null }
  if ('role' in given) return { ...given, role: 'viewer' }
  return given
}

/** A client by its name: a code would need its source. */
function byName(value: unknown): unknown {
  const { sourceId: _, clientCode: __, ...rest } = value as Record<string, Json>
  if (!('clientName' in (value as object))) return value
  return { ...rest, clientName: rest.clientName || 'x' }
}

const OF_ADMINISTRATORS = ['users', 'sessions', 'clients', 'batches', 'mails']

function inputOf({ input, name, meta, path }: Endpoint): fc.Arbitrary<unknown> {
  if (name === 'POST /ingest/documents')
    return naughtyText.map((text) => ({
      ...{ 'Document No': `D${text.length % 9}`, Title: `T ${text}`.slice(0, 200), Type: 'manual' },
      ...{ Category: 'user-manual', Shelves: 'product', Audience: 'all', Note: `N ${text}`.slice(0, 500) },
    }))
  if (meta.key && path.startsWith('/ingest')) {
    const kind = path.split('/').at(-1) as Kind
    const row = fromSchema(rowSchema(KINDS[kind]) as never)
    // Every other row is right but for one text.
    const landing = naughtyText.map((text) => landingRow(kind, text))
    return fc.array(fc.oneof(row, landing), { maxLength: 5 })
  }
  if (!input) return fc.constant(undefined)
  // No text is the name of a timezone by chance.
  if (['POST /session/preferences', 'PATCH /profile', 'PATCH /settings'].includes(name))
    return fc
      .tuple(acceptedBy(input), fc.constantFrom('America/Toronto', 'UTC', null))
      .map(([value, timezone]) => ({
        ...(value as object),
        timezone,
        // Nor a telephone number.
        ...('phone' in (value as object) && { phone: '514 555-0123' }),
      }))
  const accepted = acceptedBy(input).map((value) =>
    /clients|unassigned/.test(path) ? byName(value) : agreeing(value, path),
  )
  if (name !== 'POST /session/tenant')
    // A cursor that is no cursor is refused at once, so most requests go without.
    return accepted.map((value) => {
      const { cursor: _, ...rest } = value as Record<string, unknown>
      // Who asks is of a company: what administrators list is refused to them at once.
      if (name === 'POST /exports' && OF_ADMINISTRATORS.includes(String(rest.kind))) rest.kind = 'orders'
      return rest
    })
  return fc.constantFrom(world.own, world.other, null, 0).map((tenantId) => ({ tenantId }))
}

/** What an administrator's requests made of the askers' tenant is no matter of the next endpoint: policies, modules, being suspended. */
async function mendTenants(): Promise<void> {
  await world.superuser.query(
    'update tenants set requires_second_factor = false, suspended_at = null where id <> $1',
    [world.suspended],
  )
  await world.superuser.query('delete from tenant_module_visibility where tenant_id = $1', [world.own])
  // Nor how they said that a source writes.
  await world.superuser.query('delete from source_settings')
  // Nor the sessions of those who asked: lists and files of sessions would grow with every endpoint.
  await world.superuser.query('delete from auth.sessions where user_id = any ($1)', [[member, administrator]])
  // Nor what they took out of the catalogue.
  await world.superuser.query('update product_access set offered = null where tenant_id = $1', [world.own])
}

describe.each(allEndpoints())('$name', (endpoint) => {
  beforeAll(mendTenants)
  it('stands whatever is sent', async () => {
    const key = endpoint.meta.key ? await aKey(world.portal, { scope: endpoint.meta.key }) : ''
    const good = inputOf(endpoint)
    const attempts: fc.Arbitrary<Attempt> = fc.oneof(
      { weight: 16, arbitrary: good.map((value) => ({ good: true, value })) },
      { weight: 3, arbitrary: mutated(good).map((value) => ({ good: false, value })) },
      {
        weight: endpoint.method === 'GET' ? 1 : 0,
        arbitrary: fc
          .tuple(good, cursors)
          .map(([value, cursor]) => ({ good: false, value: { ...(value as object), cursor } })),
      },
    )
    let passed = 0
    let meant = 0
    let landed = 0
    const ask = async ({ good, value }: Attempt) => {
      const { path, body, headers } = toRequest(endpoint, value)
      const asker = await headersFor(endpoint, key)
      const request = { method: endpoint.method, path, body: bodyOf(value, endpoint.path) }
      const answer = await createClient(world.portal.url).send(endpoint.method, path, body, {
        headers: { ...headers, ...asker, ...(await signedBy(world, asker.cookie ?? '', request)) },
      })
      if (good) meant++
      const answered = isAnswer(endpoint.name, answer.status, answer.headers.get('content-type') ?? '')
      if (good && (answered || !REFUSED_EARLY.includes(answer.status))) passed++
      landed += answer.body?.inserted ?? 0
      const wrong = judge(endpoint, answer)
      if (wrong) throw new Error(wrong)
    }
    await fc.assert(fc.asyncProperty(attempts, ask), {
      seed: SEED,
      numRuns: RUNS,
      includeErrorInReport: true,
    })
    shares.push(`  ${Math.round((100 * passed) / meant)} % of ${meant} reached ${endpoint.name}`)
    expect(passed / meant).toBeGreaterThanOrEqual(0.6)
    if (
      endpoint.meta.key &&
      endpoint.path.startsWith('/ingest') &&
      endpoint.name !== 'POST /ingest/customers'
    )
      expect(landed).toBeGreaterThan(0)
  })
})

describe('headers and sign-in', () => {
  const orders = allEndpoints().find(({ name }) => name === 'GET /orders') as Endpoint
  // What a header can carry at all.
  const header = naughtyText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim())

  it('stand whatever a header says', async () => {
    const names = [
      'x-portal-tenant',
      'x-portal-language',
      'accept-language',
      'accept',
      'if-none-match',
      'if-match',
      'authorization',
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-http-method-override',
      'range',
      'content-type',
      'accept-encoding',
      'user-agent',
      'idempotency-key',
    ]
    const some = fc.dictionary(fc.constantFrom(...names), header, { maxKeys: 3 })
    const cookie = await headersFor(orders, '')
    const ask = async (headers: Record<string, string>) => {
      const answer = await createClient(world.portal.url).get('/api/v1/orders', {
        headers: { ...headers, ...cookie },
      })
      const wrong = judge(orders, answer)
      if (wrong) throw new Error(wrong)
    }
    await fc.assert(fc.asyncProperty(some, ask), { seed: SEED, numRuns: RUNS, includeErrorInReport: true })
  })

  it('stand whatever is typed into the form, and let nobody in', async () => {
    const typed = fc.record({ email: fc.oneof(naughtyText, fc.emailAddress()), password: naughtyText })
    const ask = async (body: { email: string; password: string }) => {
      const answer = await createClient(world.portal.url).post('/api/auth/sign-in/email', body)
      const wrong = judge({ ...orders, name: 'sign-in', output: undefined }, answer)
      if (wrong) throw new Error(wrong)
      expect([401, 422, 429]).toContain(answer.status)
    }
    await fc.assert(fc.asyncProperty(typed, ask), { seed: SEED, numRuns: Math.min(RUNS, 60) })
  })
})
