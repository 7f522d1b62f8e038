import type { Principal, Refusal, Request } from '../principals.ts'
import { FOREIGN, type World } from '../world.ts'
import {
  asJson,
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  equal,
  file,
  get,
  invalid,
  NOTHING,
  notJson,
  post,
  put,
  query,
  RANDOM_ID,
} from './ask.ts'

const shownIn = 'test/server/documents.test.ts'
const console_ = 'test/server/document-console.test.ts'
const reads = { permission: 'documents.read' }
const writes = { permission: 'documents.write' }
const approves = { permission: 'documents.approve' }
const ADMIN = '/admin/documents'
const missing: Refusal = [404, 'not_found']

/** Documents that are offered to the asker's tenants on a shelf; a certificate that upstream sent stands with its lot alone. */
const seenBy = ({ superuser }: World, { sees }: Principal, where = `status <> 'draft' and shelves <> '{}'`) =>
  superuser.value<number>(
    `select count(*) from documents where ${where} ${sees === 'all' ? '' : 'and (tenant_ids is null or tenant_ids && $1)'}`,
    sees === 'all' ? [] : [sees],
  )

/** A list of a shelf: all that is offered and nothing else, counts and search too. */
const list = (path: string, module: string, more = ''): Expectation => ({
  access: { ...reads, module },
  calls: [
    {
      name: 'plain',
      request: () => get(`${path}?${more}limit=1000`),
      check: async (body, world, asker) => {
        const count = await seenBy(world, asker)
        equal('total', body.total, count)
        equal('items', body.items.length, count)
        equal('counts', body.counts.all, count)
        return count > 0
      },
    },
    {
      name: 'search',
      request: () => get(`${path}?${more}${query({ search: FOREIGN })}`),
      check: async (body, world, asker) => {
        equal(
          'total',
          body.total,
          await seenBy(world, asker, `status <> 'draft' and title like '${FOREIGN}%'`),
        )
        return false
      },
    },
    ...badQueries(path, `${more}limit=0`, `${more}sort=x`, `${more}search=${'x'.repeat(201)}`),
    ...(more ? [] : badCursors(path, 2)),
  ],
  alike: [
    {
      name: 'search',
      foreign: () => get(`${path}?${more}${query({ search: FOREIGN })}`),
      random: () => get(`${path}?${more}${query({ search: NOTHING })}`),
    },
  ],
})

/** One document by its number: the other tenant's is as absent as none. */
const one = (
  access: Expectation['access'],
  request: (id: number | string) => Request,
  more: Partial<Expectation> & { malformed?: false } = {},
): Expectation => ({
  access,
  calls: [
    { name: 'random', request: () => request(RANDOM_ID), refusal: missing },
    ...(more.malformed === false
      ? []
      : ['0', 'x'].map((id): Call => ({ name: `id ${id}`, request: () => request(id), refusal: invalid }))),
    ...(more.calls ?? []),
  ],
  alike: [
    {
      name: 'the other tenant’s',
      foreign: ({ foreignDocument }) => request(foreignDocument),
      random: () => request(RANDOM_ID),
    },
  ],
  ...(more.shownIn && { shownIn: more.shownIn }),
})

const document = {
  ...{
    title: 'x',
    number: null,
    description: null,
    shelves: ['qa'],
    category: 'procedure',
    type: 'procedure',
  },
  ...{ productCode: null, productName: null, productLine: null, language: null },
  ...{ effectiveOn: null, expiresOn: null, audience: { kind: 'tenants', tenantIds: [RANDOM_ID] } },
}
const upload = (name: string, facts: unknown) =>
  file(`${ADMIN}?${query({ name, document: JSON.stringify(facts) })}`)
const NO_FILE = '0'.repeat(64)
const piece = (query: string): Request => ({ ...file(`${ADMIN}/uploads/${NO_FILE}?${query}`), method: 'PUT' })

export const documentsExpectations: Record<string, Expectation> = {
  'GET /legal/documents': {
    access: { ...reads, module: 'legal' },
    calls: [
      {
        name: 'plain',
        request: () => get('/legal/documents'),
        check: async (body, world, asker) => {
          const count = await seenBy(world, asker)
          equal('items', body.items.length, count)
          return count > 0
        },
      },
      ...badQueries('/legal/documents', `search=${'x'.repeat(201)}`),
    ],
  },
  'GET /product/documents': list('/product/documents', 'product'),
  'GET /product/sets': {
    access: { ...reads, module: 'product' },
    calls: [
      {
        name: 'plain',
        request: () => get('/product/sets'),
        check: async (body, world, asker) => {
          const count = await seenBy(world, asker)
          equal('total', body.total, count)
          return count > 0
        },
      },
      ...badQueries('/product/sets', 'sort=x', `search=${'x'.repeat(201)}`),
    ],
  },
  'GET /product/fact-sheets': list('/product/fact-sheets', 'product'),
  'PUT /product/fact-sheets/{id}/favourite': one(
    { ...reads, module: 'product' },
    (id) => put(`/product/fact-sheets/${id}/favourite`, { favourite: true }),
    { shownIn },
  ),
  'GET /qaqc/documents': list('/qaqc/documents', 'qaqc', 'shelf=qc&'),
  'GET /documents/{id}': one(reads, (id) => get(`/documents/${id}`), { shownIn }),
  'GET /documents/archive': {
    access: reads,
    calls: [
      { name: 'random', request: () => get(`/documents/archive?ids=${RANDOM_ID}`), refusal: missing },
      ...badQueries('/documents/archive', 'ids=x', 'ids=0', 'ids=2147483648'),
    ],
    alike: [
      {
        name: 'the other tenant’s',
        foreign: ({ foreignDocument }) => get(`/documents/archive?ids=${foreignDocument}`),
        random: () => get(`/documents/archive?ids=${RANDOM_ID}`),
      },
    ],
    shownIn: console_,
  },
  'GET /documents/{id}/file': one(reads, (id) => get(`/documents/${id}/file`), {
    shownIn,
    calls: badQueries(`/documents/${RANDOM_ID}/file`, 'disposition=x'),
  }),
  'GET /documents/{id}/versions/{version}/file': one(reads, (id) => get(`/documents/${id}/versions/1/file`), {
    shownIn,
    calls: [
      { name: 'version 0', request: () => get(`/documents/${RANDOM_ID}/versions/0/file`), refusal: invalid },
    ],
  }),
  'GET /admin/documents': {
    access: writes,
    calls: [
      {
        name: 'plain',
        request: () => get(`${ADMIN}?limit=1000`),
        check: async (body, world, asker) => {
          const count = await seenBy(world, asker, 'true')
          equal('total', body.total, count)
          return count > 0
        },
      },
      ...badQueries(
        ADMIN,
        'limit=0',
        'shelf=x',
        'status=x',
        'type=x',
        'audience=x',
        'expiry=9',
        'company=x',
        `search=${'x'.repeat(201)}`,
      ),
      ...badCursors(ADMIN, 2),
    ],
  },
  'GET /admin/documents/{id}': one(writes, (id) => get(`${ADMIN}/${id}`), { shownIn }),
  'GET /admin/documents/{id}/record': one(writes, (id) => get(`${ADMIN}/${id}/record`), {
    shownIn: console_,
  }),
  'GET /admin/documents/uploads/{checksum}': {
    access: writes,
    calls: [
      {
        name: 'of nothing',
        request: () => get(`${ADMIN}/uploads/${NO_FILE}`),
        check: async (body) => {
          equal('received', body.received, 0)
          return body.duplicates.length > 0
        },
      },
      { name: 'no checksum', request: () => get(`${ADMIN}/uploads/x`), refusal: invalid },
    ],
    shownIn: console_,
  },
  'PUT /admin/documents/uploads/{checksum}': {
    access: writes,
    calls: [
      { name: 'behind nothing', request: () => piece('name=x.csv&offset=1'), refusal: [409, 'other_offset'] },
      {
        name: 'a name that leads out',
        request: () => piece('name=../x.csv&offset=0'),
        refusal: [422, 'bad_file_name'],
      },
      { name: 'no offset', request: () => piece('name=x.csv'), refusal: invalid },
      { ...asJson(`${ADMIN}/uploads/${NO_FILE}`), request: () => put(`${ADMIN}/uploads/${NO_FILE}`, {}) },
    ],
    shownIn: console_,
  },
  'GET /admin/documents/{id}/acknowledgements': one(writes, (id) => get(`${ADMIN}/${id}/acknowledgements`), {
    shownIn: console_,
  }),
  'POST /legal/documents/{id}/acknowledgement': one(
    { permission: 'legal.approve', module: 'legal' },
    (id) => post(`/legal/documents/${id}/acknowledgement`, { version: 1, password: 'x' }),
    {
      shownIn: console_,
      calls: [
        {
          name: 'no password',
          request: () => post(`/legal/documents/${RANDOM_ID}/acknowledgement`, { version: 1 }),
          refusal: invalid,
        },
      ],
    },
  ),
  'PUT /admin/documents/{id}': one(
    writes,
    (id) => put(`${ADMIN}/${id}`, { ...document, version: 1, pending: false }),
    {
      shownIn,
      calls: [
        { name: 'nothing', request: () => put(`${ADMIN}/${RANDOM_ID}`, {}), refusal: invalid },
        {
          name: 'a category of another shelf',
          request: () =>
            put(`${ADMIN}/${RANDOM_ID}`, { ...document, category: 'dietary', version: 1, pending: false }),
          refusal: invalid,
        },
      ],
    },
  ),
  'POST /admin/documents/{id}/release': one(
    approves,
    (id) => post(`${ADMIN}/${id}/release`, { version: 1, reason: 'Approved' }),
    {
      shownIn,
      calls: [notJson(`${ADMIN}/${RANDOM_ID}/release`)],
    },
  ),
  'POST /admin/documents/{id}/withdraw': one(
    approves,
    (id) => post(`${ADMIN}/${id}/withdraw`, { reason: 'x' }),
    {
      shownIn,
      calls: [
        {
          name: 'no reason',
          request: () => post(`${ADMIN}/${RANDOM_ID}/withdraw`, { reason: ' ' }),
          refusal: invalid,
        },
      ],
    },
  ),
  'PUT /admin/documents/{id}/retention': one(
    approves,
    (id) => put(`${ADMIN}/${id}/retention`, { version: RANDOM_ID, retention: 'long', hold: null }),
    {
      shownIn,
      calls: [
        { name: 'nothing', request: () => put(`${ADMIN}/${RANDOM_ID}/retention`, {}), refusal: invalid },
      ],
    },
  ),
  'POST /admin/documents/{id}/removal': one(
    approves,
    (id) => post(`${ADMIN}/${id}/removal`, { version: RANDOM_ID }),
    { shownIn, calls: [notJson(`${ADMIN}/${RANDOM_ID}/removal`)] },
  ),
  'POST /admin/documents': {
    access: writes,
    shownIn,
    calls: [
      {
        name: 'a name that leads out',
        request: () => upload('../x.csv', document),
        refusal: [422, 'bad_file_name'],
      },
      {
        name: 'for nobody who is there',
        request: () => upload('x.csv', document),
        refusal: [422, 'unknown_tenant'],
      },
      { name: 'nothing said of it', request: () => upload('x.csv', null), refusal: invalid },
      asJson(ADMIN),
    ],
  },
  'POST /admin/documents/{id}/versions': one(writes, (id) => file(`${ADMIN}/${id}/versions?name=x.csv`), {
    shownIn,
    calls: [asJson(`${ADMIN}/${RANDOM_ID}/versions`)],
  }),
  'GET /admin/lot-sources': {
    access: writes,
    shownIn: 'test/server/lot-sources.test.ts',
    calls: [
      {
        name: 'numbers that nobody uses',
        request: () => get(`/admin/lot-sources?lotNos=${NOTHING}`),
        check: ({ sources }) => {
          equal('systems', sources, [])
          return false
        },
      },
      ...badQueries('/admin/lot-sources', '', 'lotNos=', 'lotNos=x&besides=0'),
    ],
  },
}
