import { INGEST_KINDS } from '../../../../src/features/ingestion/contract.ts'
import type { Json } from '../../../support/client.ts'
import type { Request } from '../principals.ts'
import { UNASSIGNED } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  get,
  invalid,
  NOTHING,
  notJson,
  post,
  RANDOM_ID,
} from './ask.ts'

const shownIn = 'test/server/console.test.ts'
const patch = (path: string, body: unknown): Request => ({
  method: 'PATCH',
  path: `/api/v1${path}`,
  body: JSON.stringify(body),
})

const put = (path: string, body: unknown): Request => ({
  method: 'PUT',
  path: `/api/v1${path}`,
  body: JSON.stringify(body),
})

const wrong = (request: (body: Json) => Request, ...bodies: Json[]): Call[] =>
  bodies.map((body) => ({
    name: JSON.stringify(body).slice(0, 60),
    request: () => request(body),
    refusal: invalid,
  }))
const badIds = (request: (id: string) => Request): Call[] =>
  ['0', '-1', 'x', '1.5'].map((id) => ({ name: `id ${id}`, request: () => request(id), refusal: invalid }))
const random = (request: () => Request): Call => ({ name: 'random', request, refusal: [404, 'not_found'] })

const LAID = { decimal: 'auto', dateOrder: 'auto', encoding: null, duplicates: 'reject' }

const CLIENTS = '/admin/tenants'
const aClient = { name: 'N', language: null, currency: 'CAD', timezone: null, region: null }

const clients: Record<string, Expectation> = {
  'GET /admin/tenants': {
    access: { permission: 'tenants.manage' },
    calls: [
      {
        name: 'plain',
        request: () => get(CLIENTS),
        check: ({ items, total }) => items.length === total && total >= 4,
      },
      ...badQueries(CLIENTS, 'sort=code', 'state=gone', `search=${'x'.repeat(201)}`, 'limit=0'),
      ...badCursors(CLIENTS, 2),
    ],
  },
  'GET /admin/tenants/export': {
    access: { permission: 'tenants.manage' },
    calls: [
      { name: 'plain', request: () => get(`${CLIENTS}/export`) },
      ...badQueries(`${CLIENTS}/export`, 'format=pdf', 'sort=code', 'state=gone'),
    ],
  },
  'POST /admin/tenants': {
    access: { permission: 'tenants.manage' },
    shownIn,
    calls: [
      ...wrong(
        (body) => post(CLIENTS, JSON.stringify(body)),
        {},
        { ...aClient, name: ' ' },
        { ...aClient, currency: 'dollars' },
        { ...aClient, timezone: 'Mars/Olympus' },
        { ...aClient, region: 'Quebec' },
        { ...aClient, other: 1 },
      ),
      notJson(CLIENTS),
    ],
  },
  'GET /admin/tenants/{id}': {
    access: { permission: 'tenants.manage' },
    calls: [
      {
        name: 'one',
        request: ({ other }) => get(`${CLIENTS}/${other}`),
        check: ({ orders, sales }) => orders > 0 && sales.length === 2,
      },
      random(() => get(`${CLIENTS}/${RANDOM_ID}`)),
      ...badIds((id) => get(`${CLIENTS}/${id}`)),
    ],
  },
  'PATCH /admin/tenants/{id}': {
    access: { permission: 'tenants.manage' },
    shownIn,
    calls: [
      random(() => patch(`${CLIENTS}/${RANDOM_ID}`, { version: 1 })),
      {
        name: 'an old version',
        request: ({ own }) => patch(`${CLIENTS}/${own}`, { version: RANDOM_ID, name: 'N' }),
        refusal: [412, 'stale_version'],
      },
      ...wrong(
        (body) => patch(`${CLIENTS}/1`, body),
        {},
        { version: 1, name: '' },
        { version: 1, suspended: true },
      ),
    ],
  },
  ...Object.fromEntries(
    ['suspend', 'resume'].map((act): [string, Expectation] => [
      `POST /admin/tenants/{id}/${act}`,
      {
        access: { permission: 'tenants.manage' },
        shownIn,
        calls: [
          random(() => post(`${CLIENTS}/${RANDOM_ID}/${act}`, { reason: 'x' })),
          ...wrong((body) => post(`${CLIENTS}/1/${act}`, JSON.stringify(body)), {}, { reason: ' ' }),
        ],
      },
    ]),
  ),
  'PUT /admin/tenants/{id}/policies': {
    access: { permission: 'tenants.manage' },
    shownIn,
    calls: [
      random(() =>
        put(`${CLIENTS}/${RANDOM_ID}/policies`, { requiresSecondFactor: true, allowsTrustedDevices: true }),
      ),
      ...wrong((body) => put(`${CLIENTS}/1/policies`, body), {}, { requiresSecondFactor: true }),
    ],
  },
  'GET /admin/tenants/{id}/clients': {
    access: { permission: 'unassigned.manage' },
    calls: [
      {
        name: 'one',
        request: ({ other }) => get(`${CLIENTS}/${other}/clients`),
        check: ({ items, sources }) => items.length === 2 && sources.length > 0,
      },
      random(() => get(`${CLIENTS}/${RANDOM_ID}/clients`)),
    ],
  },
  'GET /admin/tenants/{id}/clients/preview': {
    access: { permission: 'unassigned.manage' },
    calls: [
      {
        name: 'a code that waits',
        request: ({ own }) => get(`${CLIENTS}/${own}/clients/preview?sourceId=1&clientCode=${UNASSIGNED}-1`),
        check: ({ client }) => client.rows > 0,
      },
      ...badQueries(
        `${CLIENTS}/1/clients/preview`,
        '',
        'clientCode=a',
        'clientCode=a&clientName=b&sourceId=1',
      ),
    ],
  },
  'POST /admin/tenants/{id}/clients': {
    access: { permission: 'unassigned.manage' },
    shownIn,
    calls: [
      random(() => post(`${CLIENTS}/${RANDOM_ID}/clients`, { clientName: 'x', rows: 0 })),
      ...wrong(
        (body) => post(`${CLIENTS}/1/clients`, JSON.stringify(body)),
        {},
        { clientCode: 'a', rows: 0 },
      ),
    ],
  },
  'POST /admin/tenants/{id}/clients/remove': {
    access: { permission: 'unassigned.manage' },
    shownIn,
    calls: [
      random(() => post(`${CLIENTS}/${RANDOM_ID}/clients/remove`, { clientName: 'x', rows: 0 })),
      ...wrong((body) => post(`${CLIENTS}/1/clients/remove`, JSON.stringify(body)), { clientName: 'a' }),
    ],
  },
}

const MODULES = '/admin/modules'
const aChange = { client: RANDOM_ID, module: 'sales', visible: true }

const modules: Record<string, Expectation> = {
  'GET /admin/modules': {
    access: { permission: 'tenants.manage' },
    calls: [
      {
        name: 'plain',
        request: () => get(MODULES),
        check: ({ items }, { bare }) => items.find(({ id }: Json) => id === bare)?.hidden.length === 12,
      },
      ...badQueries(MODULES, 'limit=0', `search=${'x'.repeat(201)}`),
      ...badCursors(MODULES, 2),
    ],
  },
  'PUT /admin/modules': {
    access: { permission: 'tenants.manage' },
    shownIn,
    calls: [
      random(() => put(MODULES, { changes: [aChange] })),
      ...wrong(
        (body) => put(MODULES, body),
        {},
        { changes: [] },
        { changes: [{ ...aChange, module: 'about' }] },
        { changes: [{ ...aChange, visible: 'yes' }] },
      ),
    ],
  },
  'POST /admin/modules/all': {
    access: { permission: 'tenants.manage' },
    calls: [
      {
        name: 'nobody',
        request: () => post(`${MODULES}/all`, { module: 'legal', visible: true, search: NOTHING }),
        check: ({ changed }) => Array.isArray(changed),
      },
      ...wrong((body) => post(`${MODULES}/all`, JSON.stringify(body)), {}, { module: 'x', visible: true }),
      notJson(`${MODULES}/all`),
    ],
  },
}

const KEYS = '/admin/keys'
const aKey = { label: 'K', scope: 'read', source: 'main', client: null }
const upstream: Record<string, Expectation> = {
  'GET /admin/keys': {
    access: { permission: 'ingestion.manage' },
    calls: [
      {
        name: 'plain',
        request: () => get(KEYS),
        check: ({ items, sources }) => items.length > 0 && sources.length > 0,
      },
    ],
  },
  'POST /admin/keys': {
    access: { permission: 'ingestion.manage' },
    shownIn,
    calls: [
      random(() => post(KEYS, { ...aKey, client: RANDOM_ID })),
      ...wrong(
        (body) => post(KEYS, JSON.stringify(body)),
        {},
        { ...aKey, label: ' ' },
        { ...aKey, scope: 'all' },
        { ...aKey, source: '-' },
        { ...aKey, key: 'mine' },
      ),
      notJson(KEYS),
    ],
  },
  'POST /admin/keys/{id}/revoke': {
    access: { permission: 'ingestion.manage' },
    shownIn,
    calls: [
      random(() => post(`${KEYS}/${RANDOM_ID}/revoke`, {})),
      ...badIds((id) => post(`${KEYS}/${id}/revoke`, {})),
    ],
  },
  'GET /admin/batches': {
    access: { permission: 'ingestion.read' },
    calls: [
      { name: 'plain', request: () => get('/admin/batches'), check: ({ items }) => items.length > 0 },
      ...badQueries('/admin/batches', 'kind=x', 'key=-1', 'state=bad', 'from=2025-02-30', 'limit=0'),
      ...badCursors('/admin/batches', 2),
    ],
  },
  'GET /admin/batches/export': {
    access: { permission: 'ingestion.read' },
    calls: [
      { name: 'plain', request: () => get('/admin/batches/export') },
      ...badQueries('/admin/batches/export', 'format=pdf', 'kind=x', 'from=2025-02-30', 'sort=result'),
    ],
  },
  'GET /admin/batch-errors': {
    access: { permission: 'ingestion.read' },
    calls: [
      {
        name: 'of a batch without any',
        request: ({ batch }) => get(`/admin/batch-errors?batch=${batch}`),
        check: ({ total }) => total === 0,
      },
      random(() => get(`/admin/batch-errors?batch=${RANDOM_ID}`)),
      ...badQueries('/admin/batch-errors', '', 'batch=0', 'batch=x', 'batch=1&search='),
    ],
  },
  'GET /admin/batch-errors/export': {
    access: { permission: 'ingestion.read' },
    calls: [
      {
        name: 'of a batch without any',
        request: ({ batch }) => get(`/admin/batch-errors/export?batch=${batch}`),
      },
      random(() => get(`/admin/batch-errors/export?batch=${RANDOM_ID}`)),
      ...badQueries('/admin/batch-errors/export', '', 'batch=1&format=pdf'),
    ],
  },
  'GET /admin/batch-rows': {
    access: { permission: 'ingestion.read' },
    calls: [
      {
        name: 'of a faulty batch',
        request: ({ faultyBatch }) => get(`/admin/batch-rows?batch=${faultyBatch}&row=1`),
        check: ({ cells }) => cells.includes('as it was sent'),
      },
      random(() => get(`/admin/batch-rows?batch=${RANDOM_ID}&row=1`)),
      ...badQueries('/admin/batch-rows', '', 'batch=1', 'batch=0&row=1', 'batch=x&row=1', 'batch=1&row=0'),
    ],
  },
  'GET /admin/assumed-marks': {
    access: { permission: 'ingestion.read' },
    calls: [
      {
        name: 'plain',
        request: () => get('/admin/assumed-marks'),
        check: ({ items }, { batch }) => items.length === 1 && items[0].batch === batch,
      },
    ],
  },
  'GET /admin/feeds': {
    access: { permission: 'ingestion.read' },
    calls: [
      {
        name: 'plain',
        request: () => get('/admin/feeds'),
        check: ({ items }) => items.length === INGEST_KINDS.length,
      },
    ],
  },
  'PUT /admin/feeds/{kind}': {
    access: { permission: 'ingestion.manage' },
    shownIn,
    calls: [
      ...wrong(
        (body) => put('/admin/feeds/orders', body),
        {},
        { hours: 0 },
        { hours: 1.5 },
        { hours: 'x' },
        { hours: 99_999 },
      ),
      { name: 'no kind', request: () => put('/admin/feeds/users', { hours: 1 }), refusal: invalid },
    ],
  },
  'GET /admin/order-statuses': {
    access: { permission: 'ingestion.read' },
    calls: [
      {
        name: 'plain',
        request: () => get('/admin/order-statuses'),
        check: ({ items }) => Array.isArray(items),
      },
    ],
  },
  'PUT /admin/order-statuses': {
    access: { permission: 'ingestion.manage' },
    shownIn: 'test/server/order-statuses.test.ts',
    calls: [...wrong((body) => put('/admin/order-statuses', body), {}, { text: 'x', meaning: 'sold' })],
  },
  'GET /admin/sources': {
    access: { permission: 'ingestion.read' },
    calls: [{ name: 'plain', request: () => get('/admin/sources'), check: ({ items }) => items.length > 0 }],
  },
  'PUT /admin/sources/{id}': {
    access: { permission: 'ingestion.manage' },
    shownIn: 'test/server/source-settings.test.ts',
    calls: [
      ...wrong(
        (body) => put('/admin/sources/1', body),
        {},
        { ...LAID, decimal: '·' },
        { ...LAID, dateOrder: 'ydm' },
        { ...LAID, encoding: 'klingon' },
        { ...LAID, duplicates: 'first' },
        { ...LAID, more: 1 },
      ),
      random(() => put(`/admin/sources/${RANDOM_ID}`, LAID)),
    ],
  },
  'POST /admin/sources/{id}/forget': {
    access: { permission: 'ingestion.manage' },
    shownIn: 'test/server/source-settings.test.ts',
    calls: [
      ...wrong((body) => post('/admin/sources/1/forget', body), { more: 1 }),
      random(() => post(`/admin/sources/${RANDOM_ID}/forget`, {})),
    ],
  },
}

const COMPANY = '/admin/company'
const NAMES = { en: 'Christmas', 'fr-CA': 'Noël', de: '', es: '' }
const company: Record<string, Expectation> = {
  'GET /admin/company': {
    access: { permission: 'company.manage' },
    calls: [
      { name: 'plain', request: () => get(COMPANY), check: ({ defaultBrand }) => defaultBrand === 'Lotline' },
    ],
  },
  'PATCH /admin/company': {
    access: { permission: 'company.manage' },
    shownIn,
    calls: [
      {
        name: 'an old version',
        request: () => patch(COMPANY, { version: RANDOM_ID, bank: 'x' }),
        refusal: [412, 'stale_version'],
      },
      ...wrong(
        (body) => patch(COMPANY, body),
        {},
        { version: 1, brandName: 'x'.repeat(61) },
        { version: 1, x: 1 },
        { version: 1, officeHours: { days: [], opensAt: '08:30', closesAt: '17:00' } },
        { version: 1, officeHours: { days: [1, 1], opensAt: '08:30', closesAt: '17:00' } },
        { version: 1, officeHours: { days: [1], opensAt: '08:30', closesAt: '09:00' } },
        { version: 1, officeHours: { days: [8], opensAt: '08:30', closesAt: '24:00' } },
      ),
    ],
  },
  'GET /admin/closed-days': {
    access: { permission: 'company.manage' },
    calls: [
      { name: 'plain', request: () => get('/admin/closed-days'), check: ({ items }) => Array.isArray(items) },
    ],
  },
  'PUT /admin/closed-days/{day}': {
    access: { permission: 'company.manage' },
    shownIn: 'test/server/office-hours.test.ts',
    calls: [
      {
        name: 'no day',
        request: () => put('/admin/closed-days/2026-02-30', { names: NAMES }),
        refusal: invalid,
      },
      ...wrong(
        (body) => put('/admin/closed-days/2026-12-25', body),
        {},
        { names: { ...NAMES, en: ' ' } },
        { names: { ...NAMES, en: 'x'.repeat(101) } },
        { names: { en: 'x' } },
      ),
    ],
  },
  'DELETE /admin/closed-days/{day}': {
    access: { permission: 'company.manage' },
    shownIn: 'test/server/office-hours.test.ts',
    calls: [
      {
        name: 'a day that is not closed',
        request: () => ({ method: 'DELETE', path: '/api/v1/admin/closed-days/2001-02-03' }),
        refusal: [404, 'not_found'],
      },
      {
        name: 'no day',
        request: () => ({ method: 'DELETE', path: '/api/v1/admin/closed-days/x' }),
        refusal: invalid,
      },
    ],
  },
  'PUT /admin/company/logo': {
    access: { permission: 'company.manage' },
    shownIn,
    calls: [
      {
        name: 'no picture',
        request: () => put(`${COMPANY}/logo`, { logo: 'aGVsbG8=' }),
        refusal: [422, 'logo_not_an_image'],
      },
      ...wrong((body) => put(`${COMPANY}/logo`, body), {}, { logo: '<svg/>' }, { logo: '' }),
    ],
  },
  'GET /admin/health': {
    access: { permission: 'health.read' },
    calls: [{ name: 'plain', request: () => get('/admin/health'), check: ({ parts }) => parts.length === 9 }],
  },
  'POST /admin/health/confirm-restored': {
    access: { permission: 'mail.manage' },
    shownIn: 'test/server/backup.test.ts',
    calls: [
      {
        name: 'plain',
        request: () => post('/admin/health/confirm-restored'),
        check: ({ held }) => held === false,
      },
    ],
  },
}

/** The console of administrators (H1). */
export const consoleExpectations: Record<string, Expectation> = {
  ...clients,
  ...modules,
  ...upstream,
  ...company,
}
