import { sealCursor } from '../../../src/platform/server/endpoint/cursor.ts'
import type { Json } from '../../support/client.ts'
import type { Principal, Refusal, Request } from './principals.ts'
import { FOREIGN, OWN, type World } from './world.ts'

export type Access =
  | { signedIn: true }
  /** Anybody who holds a session cookie, whatever screen they are on. */
  | { cookie: true }
  | { permission: string; module?: string; orKey?: true }
  | { key: 'ingest' }

/** One way of calling an endpoint. */
export type Call = {
  name: string
  request: (world: World) => Request
  /** Instead of 200, once access is granted. */
  refusal?: Refusal | ((world: World, asker: Principal) => Refusal | undefined)
  /** Answered before anybody is asked who they are: a body that cannot be read at all. */
  unreadable?: true
  /** What a 200 must say to this asker: throws when it does not. Answers whether there was data in it. */
  check?: (body: Json, world: World, asker: Principal) => Promise<boolean> | boolean
}

export type Expectation = {
  access: Access
  calls: Call[]
  /** The same question about a thing of the other tenant and about nothing: both must give the same. */
  alike?: { name: string; foreign: (world: World) => Request; random: (world: World) => Request }[]
}

const NOTHING = FOREIGN.replace('zz', 'yy')
const RANDOM_ID = 900_001
const invalid: Refusal = [422, 'validation']

const get = (path: string): Request => ({ method: 'GET', path: `/api/v1${path}` })
const post = (path: string, body?: unknown): Request => ({ method: 'POST', path: `/api/v1${path}`, body })
const query = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([k, v]): [string, string] => [k, String(v)])).toString()

function equal(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${what} is ${a}, expected ${b}`)
}

/** How many rows of a table, and of its unassigned twin, an asker must be told of. */
async function countFor({ superuser }: World, { sees }: Principal, table: string, where = 'true') {
  if (sees !== 'all')
    return superuser.value<number>(`select count(*) from ${table} where ${where} and tenant_id = any ($1)`, [
      sees,
    ])
  return superuser.value<number>(
    `select (select count(*) from ${table} where ${where}) + (select count(*) from unassigned_${table} where ${where})`,
  )
}

const badQueries = (path: string, ...queries: string[]): Call[] =>
  queries.map((text) => ({ name: `?${text}`, request: () => get(`${path}?${text}`), refusal: invalid }))

const badCursors = (path: string, length: number): Call[] =>
  ['x', sealCursor(Array(length + 1).fill('a')), sealCursor([]), Buffer.from('{}').toString('base64url')].map(
    (cursor) => ({
      name: `cursor ${cursor}`,
      request: () => get(`${path}?${query({ cursor })}`),
      refusal: [422, 'bad_cursor'],
    }),
  )

const switchTo = (name: string, tenantId: (world: World) => unknown, refusal?: Refusal): Call => ({
  name,
  request: (world) => post('/session/tenant', { tenantId: tenantId(world) }),
  refusal: (world, asker) =>
    refusal ?? (asker.enters.includes(tenantId(world) as number | null) ? undefined : [404, 'not_found']),
  check: (body, world) => {
    equal('the tenant', body.tenant?.id ?? null, tenantId(world))
    return true
  },
})

const notJson = (path: string): Call => ({
  name: 'not JSON',
  request: () => post(path, '{"a":'),
  refusal: [400, 'bad_request'],
  unreadable: true,
})

const salesFilters = ['search', 'product', 'customer']
const sales = (path: string, extra: string[]): Expectation => ({
  access: { permission: 'sales.read', module: 'sales' },
  calls: [
    {
      name: 'plain',
      request: () => get(path),
      check: async (body, world, asker) => {
        const sums = body.totals ?? body.sums
        equal(
          'lines',
          sums.lines,
          await countFor(world, asker, 'sales_history', `currency = '${body.currency ?? 'CAD'}'`),
        )
        return sums.lines > 0
      },
    },
    ...badQueries(
      path,
      'month=13',
      'month=0',
      'year=1',
      'currency=cad',
      `search=${'x'.repeat(201)}`,
      ...extra,
    ),
  ],
  alike: salesFilters
    .filter((filter) => filter === 'search' || path.includes('lines'))
    .flatMap((filter) =>
      ['', ' Capsules', ' Pharmacy', '-item', '-inv-2023-1'].map((rest) => ({
        name: `${filter}${rest}`,
        foreign: () => get(`${path}?${query({ [filter]: FOREIGN + rest })}`),
        random: () => get(`${path}?${query({ [filter]: NOTHING + rest })}`),
      })),
    ),
})

const batchCalls = (id: string, refusal: Refusal): Call => ({
  name: `id ${id}`,
  request: () => get(`/ingest/batches/${id}`),
  refusal: (_, { key }) => (key ? [404, 'not_found'] : refusal),
})

/** A row of one's own lands; one of another tenant's client, order or line is told apart from none by nobody. */
function ingest(kind: string, row: (mark: string) => object, more: Call[] = []): Expectation {
  const path = `/ingest/${kind}`
  const both = [
    ['upsert', {}],
    ['delete', { _op: 'delete' }],
  ] as const
  return {
    access: { key: 'ingest' },
    calls: [
      {
        name: 'own row',
        request: () => post(`${path}?atomic=true`, [row(OWN)]),
        check: ({ received, rejected }) => {
          equal('received and rejected', [received, rejected], [1, 0])
          return true
        },
      },
      { name: 'bad option', request: () => post(`${path}?mode=drop`, []), refusal: invalid },
      { name: 'bad scope', request: () => post(`${path}?mode=replace&scope=never`, []), refusal: invalid },
      ...more,
    ],
    alike: both.map(([name, operation]) => ({
      name,
      foreign: () => post(path, [{ ...row(FOREIGN), ...operation }]),
      random: () => post(path, [{ ...row(NOTHING), ...operation }]),
    })),
  }
}

/** What each endpoint must answer. An endpoint that is not here fails the matrix. */
export const EXPECTATIONS: Record<string, Expectation> = {
  'GET /session': {
    access: { signedIn: true },
    calls: [
      {
        name: 'plain',
        request: () => get('/session'),
        check: (body, _world, asker) => {
          if (asker.permissions !== 'all')
            equal('permissions', body.permissions.toSorted(), asker.permissions.toSorted())
          const visible = Object.entries(body.modules).filter(([, on]) => on)
          if (asker.modulesOff) equal('visible modules', visible, [])
          return body.user.id.length > 0
        },
      },
    ],
  },
  'POST /session/preferences': {
    access: { signedIn: true },
    calls: [
      {
        name: 'a language',
        request: () => post('/session/preferences', { language: 'fr-CA' }),
        check: (body) => body.language === 'fr-CA',
      },
      ...[
        { language: 'xx' },
        { theme: 1 },
        { tenantId: 1 },
        { language: 'en', globalAdmin: true },
        [],
        'x',
        null,
      ].map(
        (body): Call => ({
          name: JSON.stringify(body),
          request: () => post('/session/preferences', JSON.stringify(body)),
          refusal: invalid,
        }),
      ),
      notJson('/session/preferences'),
    ],
  },
  'POST /session/refresh': {
    access: { cookie: true },
    calls: [
      { name: 'plain', request: () => post('/session/refresh'), check: (body) => body.user.id.length > 0 },
    ],
  },
  'POST /session/tenant': {
    access: { signedIn: true },
    calls: [
      switchTo('own', (world) => world.own),
      switchTo('other', (world) => world.other),
      switchTo('suspended', (world) => world.suspended),
      switchTo('without modules', (world) => world.bare),
      switchTo('everything', () => null),
      switchTo('random', () => RANDOM_ID),
      switchTo('zero', () => 0),
      switchTo('negative', () => -1),
      ...['1', 1.5, 2 ** 31, 2 ** 53, [], {}, true].map((id) =>
        switchTo(`malformed ${JSON.stringify(id)}`, () => id, invalid),
      ),
      {
        name: 'another field',
        request: (world) => post('/session/tenant', { tenantId: world.own, userId: 'x' }),
        refusal: invalid,
      },
      { name: 'no field', request: () => post('/session/tenant', {}), refusal: invalid },
      notJson('/session/tenant'),
    ],
    alike: [
      {
        name: 'another tenant',
        foreign: (world) => post('/session/tenant', { tenantId: world.other }),
        random: () => post('/session/tenant', { tenantId: RANDOM_ID }),
      },
      {
        name: 'a suspended tenant',
        foreign: (world) => post('/session/tenant', { tenantId: world.suspended }),
        random: () => post('/session/tenant', { tenantId: RANDOM_ID }),
      },
    ],
  },
  'GET /tenants': {
    access: { permission: 'tenants.read' },
    calls: [
      {
        name: 'plain',
        request: () => get('/tenants'),
        check: async (body, { superuser }, { sees }) => {
          const open = await superuser.rows<{ id: number }>(
            `select id from tenants where suspended_at is null and ($1::int[] is null or id = any ($1))`,
            [sees === 'all' ? null : sees],
          )
          const ids = (tenants: { id: number }[]) => tenants.map(({ id }) => id).toSorted((a, b) => a - b)
          equal('tenants', ids(body.items), ids(open))
          equal('total', body.total, open.length)
          return open.length > 0
        },
      },
      ...badQueries('/tenants', 'limit=0', 'limit=1001', 'limit=x', `search=${'x'.repeat(201)}`),
      ...badCursors('/tenants', 2),
    ],
    alike: [
      {
        name: 'search',
        foreign: () => get(`/tenants?${query({ search: FOREIGN })}`),
        random: () => get(`/tenants?${query({ search: NOTHING })}`),
      },
      {
        name: 'place in the list',
        foreign: (world) => get(`/tenants?${query({ cursor: sealCursor([FOREIGN, world.other]) })}`),
        random: (world) => get(`/tenants?${query({ cursor: sealCursor([`${FOREIGN}x`, world.other]) })}`),
      },
    ],
  },
  'GET /orders': {
    access: { permission: 'orders.read', module: 'orders' },
    calls: [
      {
        name: 'plain',
        request: () => get('/orders?limit=1000'),
        check: async (body, world, asker) => {
          const count = await countFor(world, asker, 'orders')
          equal('total', body.total, count)
          equal('items', body.items.length, count)
          equal('all', body.counts.all, count)
          return count > 0
        },
      },
      {
        name: 'search',
        request: () => get(`/orders?${query({ search: `${FOREIGN}-O1` })}`),
        check: async (body, world, asker) => {
          equal('total', body.total, await countFor(world, asker, 'orders', `ord_no = '${FOREIGN}-O1'`))
          return false
        },
      },
      ...badQueries('/orders', 'limit=0', 'limit=1001', 'sort=tenant_id', 'sort=-', 'group=mine'),
      ...badQueries('/orders', `search=${'x'.repeat(201)}`, `status=${'x'.repeat(101)}`),
      ...badCursors('/orders', 2),
    ],
    alike: [
      ['search', query({ search: FOREIGN }), query({ search: NOTHING })],
      ['client name', query({ search: `${FOREIGN} Pharmacy` }), query({ search: `${NOTHING} Pharmacy` })],
      ['status', query({ status: `${FOREIGN} status` }), query({ status: `${NOTHING} status` })],
      [
        'place in the list',
        query({ sort: 'ordNo', cursor: sealCursor([`${FOREIGN}-O3`, 1]) }),
        query({ sort: 'ordNo', cursor: sealCursor([`${FOREIGN}-x`, 1]) }),
      ],
    ].map(([name, foreign, random]) => ({
      name: name as string,
      foreign: () => get(`/orders?limit=3&${foreign}`),
      random: () => get(`/orders?limit=3&${random}`),
    })),
  },
  'GET /orders/export': {
    access: { permission: 'orders.read', module: 'orders' },
    calls: [
      {
        name: 'csv',
        request: () => get('/orders/export?format=csv'),
        check: async (body, world, asker) => {
          const lines = (body as string).trim().split(/\r?\n/).length - 1
          equal('rows', lines, await countFor(world, asker, 'orders'))
          return lines > 0
        },
      },
      {
        name: 'xlsx',
        request: () => get('/orders/export?format=xlsx'),
        check: (body) => body.startsWith('PK'),
      },
      ...badQueries(
        '/orders/export',
        'format=pdf',
        'sort=tenant_id',
        'group=mine',
        `search=${'x'.repeat(201)}`,
      ),
    ],
    alike: [
      {
        name: 'search',
        foreign: () => get(`/orders/export?${query({ search: FOREIGN })}`),
        random: () => get(`/orders/export?${query({ search: NOTHING })}`),
      },
    ],
  },
  'GET /sales/history': sales('/sales/history', []),
  'GET /sales/lines': {
    ...sales('/sales/lines', ['quarter=5', 'limit=0', 'dataset=all']),
  },
  'GET /ingest/batches/{id}': {
    access: { permission: 'ingestion.read', orKey: true },
    calls: [
      {
        name: 'a batch',
        request: (world) => get(`/ingest/batches/${world.batch}`),
        refusal: (world, { key, sentBatches }) =>
          key && !sentBatches?.includes(world.batch) ? [404, 'not_found'] : undefined,
        check: (body, world) => body.batchId === world.batch,
      },
      batchCalls(`${RANDOM_ID}`, [404, 'not_found']),
      batchCalls('9007199254740991', [404, 'not_found']),
      ...['0', '-1', 'x', '1.5', '9007199254740993', '%00', "1'"].map((id) => batchCalls(id, invalid)),
    ],
    alike: [
      {
        name: 'the batch of another key',
        foreign: (world) => get(`/ingest/batches/${world.batch}`),
        random: () => get(`/ingest/batches/${RANDOM_ID}`),
      },
    ],
  },
  'POST /ingest/customers': ingest(
    'customers',
    (mark) => ({ 'Client Code': `${mark}-1`, 'Client Name': `${mark} Pharmacy` }),
    [
      { name: 'unknown kind', request: () => post('/ingest/users', []), refusal: [404, 'unknown_kind'] },
      {
        name: 'a kind of every object',
        request: () => post('/ingest/constructor', []),
        refusal: [404, 'unknown_kind'],
      },
    ],
  ),
  'POST /ingest/orders': ingest('orders', (mark) => ({
    Primary: `${mark}-P1`,
    'Client Code': `${mark}-1`,
    'Ord Stat': 'x',
  })),
  'POST /ingest/order-lines': ingest('order-lines', (mark) => ({
    Primary: `${mark}-P1`,
    'Line No': '1',
    Unit: 'EA',
  })),
  'POST /ingest/sales-history': ingest('sales-history', (mark) => ({
    Id: `${mark}-1`,
    Year: 2024,
    Month: 2,
    'Qty Sold': 1,
    Amount: '1.00',
    'Invoice No': `${mark}-new`,
    'Client Code': `${mark}-1`,
  })),
}

/** Answered to everybody. What else the server mounts belongs to a contract. */
export const PUBLIC_ROUTES = [
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /assets/*',
  'GET *',
  'GET /*',
  'GET /api/docs',
  // The four kinds of rows, and whatever else is written there.
  'POST /api/v1/ingest/{kind}',
  'GET /api/v1/openapi.json',
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-out',
]
