import type { Json } from '../../../support/client.ts'
import type { Request } from '../principals.ts'
import { UNASSIGNED, type World } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  equal,
  get,
  invalid,
  NOTHING,
  notJson,
  post,
  put,
  RANDOM_ID,
} from './ask.ts'

const bodies = (request: (body: Json) => Request, ...wrong: Json[]): Call[] =>
  wrong.map((body) => ({
    name: JSON.stringify(body).slice(0, 60),
    request: () => request(body),
    refusal: invalid,
  }))

const rules = '/admin/display-rules'
const aRule = {
  field: 'name',
  kind: 'contains',
  wanted: 'x',
  digits: null,
  ignoreCase: true,
  displayName: 'y',
}
const noRules = { productRules: [], aliases: [] }
const wrongRules = [
  {},
  { ...noRules, productRules: [{ ...aRule, kind: 'regex' }] },
  { ...noRules, aliases: [{ variant: '', displayName: 'a' }] },
  { ...noRules, other: 1 },
]

const reset = (userId: string | number) => `/admin/users/${userId}/second-factor/reset`
const factors: Record<string, Expectation> = {
  'POST /admin/users/{userId}/second-factor/reset': {
    access: { permission: 'users.manage' },
    shownIn: 'test/server/second-factor.test.ts',
    calls: [
      {
        name: 'random',
        request: () => post(reset(RANDOM_ID), { reason: 'lost the phone' }),
        refusal: [404, 'not_found'],
      },
      ...bodies((body) => post(reset('x'), body), {}, { reason: '' }, { reason: 'ok', userId: 'y' }),
      notJson(reset('x')),
    ],
  },
}

const displayRules: Record<string, Expectation> = {
  'GET /admin/display-rules': {
    access: { permission: 'rules.manage' },
    calls: [
      { name: 'plain', request: () => get(rules), check: ({ productRules }) => productRules.length > 0 },
    ],
  },
  'POST /admin/display-rules/preview': {
    access: { permission: 'rules.manage' },
    calls: [
      {
        name: 'other rules',
        request: () => post(`${rules}/preview`, { ...noRules, productRules: [aRule] }),
        check: ({ renamed, renamedTotal }) => {
          equal('renamed', renamed.length, renamedTotal)
          return Array.isArray(renamed)
        },
      },
      {
        name: 'no change',
        request: () => post(`${rules}/preview`, { undo: RANDOM_ID }),
        refusal: [404, 'not_found'],
      },
      ...bodies((body) => post(`${rules}/preview`, body), ...wrongRules, { undo: 0 }),
      notJson(`${rules}/preview`),
    ],
  },
  'PUT /admin/display-rules': {
    access: { permission: 'rules.manage' },
    calls: [
      {
        name: 'the same rules',
        before: () => get(rules),
        request: (_, made) =>
          put(rules, {
            version: made?.version ?? 0,
            productRules: made?.productRules ?? [],
            aliases: made?.aliases ?? [],
          }),
        refusal: [422, 'nothing_to_change'],
      },
      {
        name: 'an old version',
        request: () => put(rules, { ...noRules, version: RANDOM_ID }),
        refusal: [412, 'stale_version'],
      },
      ...bodies((body) => put(rules, { version: 0, ...body }), ...wrongRules),
      ...bodies((body) => put(rules, body), noRules, { ...noRules, version: -1 }),
    ],
    shownIn: 'test/server/display-rules.test.ts',
  },
  'POST /admin/display-rules/undo': {
    access: { permission: 'rules.manage' },
    calls: [
      {
        name: 'no change',
        before: () => get(rules),
        request: (_, made) => post(`${rules}/undo`, { version: made?.version ?? 0, change: RANDOM_ID }),
        refusal: [404, 'not_found'],
      },
      ...bodies(
        (body) => post(`${rules}/undo`, body),
        {},
        { version: 0, change: 0 },
        { version: 0, change: 'x' },
      ),
      notJson(`${rules}/undo`),
    ],
    shownIn: 'test/server/display-rules.test.ts',
  },
  'GET /admin/display-rules/names': {
    access: { permission: 'rules.manage' },
    calls: [
      {
        name: 'products',
        request: () => get(`${rules}/names?kind=product`),
        check: ({ items }) => items.length > 0,
      },
      ...badQueries(`${rules}/names`, '', 'kind=user', `kind=product&search=${'x'.repeat(201)}`),
    ],
  },
}

const aClient = (world: World) => ({
  sourceId: 1,
  clientCode: `${UNASSIGNED}-1`,
  clientName: null,
  tenantId: world.own,
})
const badClients: Json[] = [
  {},
  { clientCode: 'a', tenantId: 1 },
  { clientName: 'a', tenantId: 0 },
  { clientName: 'a', clientCode: 'b', sourceId: 1, tenantId: 1 },
]
const badIds = (request: (id: string) => Request): Call[] =>
  ['0', '-1', 'x', '1.5', '%00'].map((id) => ({
    name: `id ${id}`,
    request: () => request(id),
    refusal: invalid,
  }))

const unassigned: Record<string, Expectation> = {
  'GET /admin/unassigned': {
    access: { permission: 'unassigned.manage' },
    calls: [
      {
        name: 'plain',
        request: () => get('/admin/unassigned'),
        check: ({ items }) => items.some(({ clientCode }: Json) => clientCode === `${UNASSIGNED}-1`),
      },
      ...badQueries('/admin/unassigned', `search=${'x'.repeat(201)}`),
    ],
  },
  'GET /admin/unassigned/preview': {
    access: { permission: 'unassigned.manage' },
    calls: [
      {
        name: 'a client',
        request: (world) =>
          get(`/admin/unassigned/preview?sourceId=1&clientCode=${UNASSIGNED}-1&tenantId=${world.own}`),
        check: ({ client }) => client.rows > 0,
      },
      {
        name: 'no such client',
        request: (world) => get(`/admin/unassigned/preview?clientName=${NOTHING}&tenantId=${world.own}`),
        refusal: [404, 'not_found'],
      },
      {
        name: 'no such tenant',
        request: () =>
          get(`/admin/unassigned/preview?sourceId=1&clientCode=${UNASSIGNED}-1&tenantId=${RANDOM_ID}`),
        refusal: [404, 'not_found'],
      },
      ...badQueries(
        '/admin/unassigned/preview',
        '',
        'tenantId=1',
        'clientName=a&tenantId=0',
        'clientCode=a&tenantId=1',
      ),
    ],
  },
  'POST /admin/unassigned/assign': {
    access: { permission: 'unassigned.manage' },
    calls: [
      {
        name: 'other rows than were seen',
        request: (world) => post('/admin/unassigned/assign', { ...aClient(world), rows: RANDOM_ID }),
        refusal: [409, 'conflict'],
      },
      ...bodies((body) => post('/admin/unassigned/assign', { rows: 1, ...body }), ...badClients),
      notJson('/admin/unassigned/assign'),
    ],
    shownIn: 'test/server/unassigned.test.ts',
  },
  'GET /admin/assignments': {
    access: { permission: 'unassigned.manage' },
    calls: [
      { name: 'plain', request: () => get('/admin/assignments'), check: ({ items }) => Array.isArray(items) },
      ...badQueries('/admin/assignments', 'sort=rows', 'search=', 'limit=0'),
      ...badCursors('/admin/assignments', 2),
    ],
  },
  'GET /admin/assignments/{id}/preview': {
    access: { permission: 'unassigned.manage' },
    calls: [
      {
        name: 'random',
        request: () => get(`/admin/assignments/${RANDOM_ID}/preview`),
        refusal: [404, 'not_found'],
      },
      ...badIds((id) => get(`/admin/assignments/${id}/preview`)),
    ],
    shownIn: 'test/server/unassigned.test.ts',
  },
  'POST /admin/assignments/{id}/undo': {
    access: { permission: 'unassigned.manage' },
    calls: [
      {
        name: 'random',
        request: () => post(`/admin/assignments/${RANDOM_ID}/undo`, {}),
        refusal: [404, 'not_found'],
      },
      ...badIds((id) => post(`/admin/assignments/${id}/undo`, {})),
    ],
    shownIn: 'test/server/unassigned.test.ts',
  },
}

const badMonths: Json[] = [
  {},
  { year: 2025, month: 13 },
  { year: '2025', month: 1 },
  { year: 99999, month: 1 },
]

const reporting: Record<string, Expectation> = {
  'GET /reporting-calendar': {
    access: { permission: 'sales.read', module: 'sales' },
    calls: [
      {
        name: 'plain',
        request: () => get('/reporting-calendar'),
        check: (body) => {
          equal('current year', body.currentYear, 2024)
          return true
        },
      },
    ],
  },
  'GET /admin/closings': {
    access: { permission: 'calendar.manage' },
    calls: [
      { name: 'plain', request: () => get('/admin/closings'), check: ({ items }) => Array.isArray(items) },
    ],
  },
  'POST /admin/closings': {
    access: { permission: 'calendar.manage' },
    calls: [
      {
        name: 'a month that is over',
        request: () => post('/admin/closings', { year: 2024, month: 1 }),
        refusal: [409, 'not_in_progress'],
      },
      ...bodies((body) => post('/admin/closings', body), ...badMonths),
      notJson('/admin/closings'),
    ],
    shownIn: 'test/server/reporting.test.ts',
  },
  'POST /admin/closings/reopen': {
    access: { permission: 'calendar.manage' },
    calls: [
      {
        name: 'a month that was not closed',
        request: () => post('/admin/closings/reopen', { year: 2024, month: 1 }),
        refusal: [404, 'not_found'],
      },
      ...bodies((body) => post('/admin/closings/reopen', body), ...badMonths),
      notJson('/admin/closings/reopen'),
    ],
    shownIn: 'test/server/reporting.test.ts',
  },
  'POST /admin/sales-checks': {
    access: { permission: 'calendar.manage' },
    calls: [
      {
        name: 'now',
        request: () => post('/admin/sales-checks', {}),
        // One of the last minute is planted, and asking begins another.
        alsoFine: [
          [429, 'rate_limited'],
          [409, 'in_progress'],
        ],
      },
      notJson('/admin/sales-checks'),
    ],
    shownIn: 'test/server/reporting.test.ts',
  },
  'GET /admin/sales-checks': {
    access: { permission: 'health.read' },
    calls: [
      {
        name: 'plain',
        request: () => get('/admin/sales-checks'),
        check: ({ items }) => Array.isArray(items),
      },
    ],
  },
}

const mail: Record<string, Expectation> = {
  'GET /admin/mails': {
    access: { permission: 'mail.manage' },
    calls: [
      { name: 'plain', request: () => get('/admin/mails'), check: ({ items }) => Array.isArray(items) },
      ...badQueries('/admin/mails', 'limit=0', 'limit=1001', 'state=void', `search=${'x'.repeat(201)}`),
      ...badCursors('/admin/mails', 2),
    ],
  },
  'GET /admin/mails/export': {
    access: { permission: 'mail.manage' },
    calls: [
      { name: 'plain', request: () => get('/admin/mails/export') },
      ...badQueries('/admin/mails/export', 'format=pdf', 'state=void', 'sort=details'),
    ],
  },
  'POST /admin/mails/{id}/reveal': {
    access: { permission: 'mail.manage' },
    calls: [
      {
        name: 'random',
        request: () => post(`/admin/mails/${RANDOM_ID}/reveal`, {}),
        refusal: [404, 'not_found'],
      },
      ...badIds((id) => post(`/admin/mails/${id}/reveal`, {})),
    ],
    shownIn: 'test/server/mail.test.ts',
  },
  'POST /admin/mails/{id}/send-again': {
    access: { permission: 'mail.manage' },
    calls: [
      {
        name: 'random',
        request: () => post(`/admin/mails/${RANDOM_ID}/send-again`, {}),
        refusal: [409, 'mail_not_again'],
      },
      ...badIds((id) => post(`/admin/mails/${id}/send-again`, {})),
    ],
    shownIn: 'test/server/mail.test.ts',
  },
}

const audit: Record<string, Expectation> = {
  'GET /audit': {
    access: { permission: 'audit.read' },
    calls: [
      {
        // Other rows repeat what the matrix itself asked for, names of the other tenant among them.
        name: 'one action',
        request: () => get('/audit?limit=1000&action=tenant.created'),
        check: ({ items }, _, { sees }) => {
          if (sees !== 'all')
            equal(
              'tenants',
              items.filter(({ tenantId }: Json) => !sees.includes(tenantId)),
              [],
            )
          return items.length > 0
        },
      },
      {
        name: 'of the other tenant',
        request: ({ other }) => get(`/audit?tenantId=${other}`),
        check: ({ total }, { other }, { sees }) => {
          if (sees !== 'all' && !sees.includes(other)) equal('total', total, 0)
          return total > 0
        },
      },
      ...badQueries(
        '/audit',
        'from=yesterday',
        'to=2025-02-30',
        'tenantId=-1',
        'tenantId=x',
        `search=${'x'.repeat(201)}`,
        'search=',
        `action=${'x'.repeat(101)}`,
        'limit=0',
      ),
      ...badCursors('/audit', 3),
    ],
    alike: [
      {
        name: 'the chain of another tenant',
        foreign: ({ other }) => get(`/audit?tenantId=${other}`),
        random: () => get(`/audit?tenantId=${RANDOM_ID}`),
      },
    ],
  },
  'GET /audit/export': {
    access: { permission: 'audit.read' },
    calls: [
      { name: 'plain', request: () => get('/audit/export?search=nothing') },
      ...badQueries('/audit/export', 'format=pdf', 'from=x', 'tenantId=-1'),
    ],
  },
  'GET /audit/checkpoint': {
    access: { permission: 'audit.read' },
    shownIn: 'test/server/audit-trail.test.ts',
    calls: [{ name: 'plain', request: () => get('/audit/checkpoint') }],
  },
  'POST /admin/audit/verify': {
    access: { permission: 'health.read' },
    calls: [
      {
        name: 'plain',
        request: () => post('/admin/audit/verify'),
        check: ({ rows, faults }) => {
          equal('faults', faults, [])
          return rows > 0
        },
      },
    ],
  },
}

/** What administrators alone do, while they look at all clients. */
export const administrationExpectations: Record<string, Expectation> = {
  ...factors,
  ...displayRules,
  ...unassigned,
  ...reporting,
  ...mail,
  ...audit,
}
