import { sealCursor } from '../../../../src/platform/server/endpoint/cursor.ts'
import type { Principal, Request } from '../principals.ts'
import { FOREIGN, OWN, type World } from '../world.ts'
import {
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
  wrongFiles,
} from './ask.ts'
import { attached } from './attached.ts'

const module = 'orders'
const reads = { permission: 'issues.read', module }
const writes = { permission: 'issues.write', module }
const manages = { permission: 'issues.manage', module }
const shownIn = 'test/server/issues.test.ts'

/** Whose issues they see: whoever came by a code reads no other people's conversations (A2). */
const ofWhom = ({ sees, readOnly }: Principal) => (readOnly === 'temporary' ? [] : sees)
const seenBy = ({ superuser }: World, asker: Principal, where = 'true') =>
  superuser.value<number>(
    `select count(*) from issues where ${where} and ($1::int[] is null or tenant_id = any ($1))`,
    [ofWhom(asker) === 'all' ? null : ofWhom(asker)],
  )
const noted = (asker: Principal) => asker.permissions === 'all' || asker.permissions.includes('issues.manage')

const files = (id: number | string) => `/issues/${id}/files`
const wish = {
  type: 'other',
  priority: 'low',
  title: 'x',
  description: 'x',
  orderId: RANDOM_ID,
  tenantId: RANDOM_ID,
}

/** Nobody's issue, another tenant's, and what cannot be. */
const one = (
  access: Expectation['access'],
  ask: (id: number | string) => Request,
  calls: Call[] = [],
): Expectation => ({
  access,
  shownIn,
  calls: [
    { name: 'random', request: () => ask(RANDOM_ID), refusal: [404, 'not_found'] },
    { name: 'id 0', request: () => ask(0), refusal: invalid },
    ...calls,
  ],
  alike: [{ name: 'id', foreign: ({ foreignIssue }) => ask(foreignIssue), random: () => ask(RANDOM_ID) }],
})

export const issuesExpectations: Record<string, Expectation> = {
  'GET /issue-cards': {
    access: reads,
    calls: [
      {
        name: 'plain',
        request: () => get('/issue-cards'),
        check: async (body, world, asker) => {
          const count = await seenBy(world, asker)
          equal('open', body.open, count)
          return count > 0
        },
      },
    ],
  },
  'GET /issues': {
    access: reads,
    calls: [
      {
        name: 'plain',
        request: () => get('/issues?limit=1000'),
        check: async (body, world, asker) => {
          const count = await seenBy(world, asker)
          equal('total', body.total, count)
          equal('items', body.items.length, count)
          return count > 0
        },
      },
      {
        name: 'search',
        request: () => get(`/issues?${query({ search: FOREIGN })}`),
        check: async (body, world, asker) => {
          equal('total', body.total, await seenBy(world, asker, `title like '${FOREIGN}%'`))
          return false
        },
      },
      {
        name: 'what stands in notes is not searched',
        request: () => get(`/issues?${query({ search: `${OWN} note` })}`),
        check: (body) => {
          equal('total', body.total, 0)
          return false
        },
      },
      ...badQueries(
        '/issues',
        'limit=0',
        'status=lost',
        'sort=title',
        'order=0',
        'lot=0',
        `search=${'x'.repeat(201)}`,
      ),
      ...badCursors('/issues', 2),
    ],
    alike: [
      ['search', () => query({ search: FOREIGN }), query({ search: NOTHING })],
      ['tenant', ({ other }: World) => query({ tenant: other }), query({ tenant: RANDOM_ID })],
      ['lot', ({ foreignLot }: World) => query({ lot: foreignLot }), query({ lot: RANDOM_ID })],
      ['order', ({ foreignOrder }: World) => query({ order: foreignOrder }), query({ order: RANDOM_ID })],
      [
        'place in the list',
        () => query({ cursor: sealCursor(['1', 1]) }),
        query({ cursor: sealCursor(['1', 0]) }),
      ],
    ].map(([name, foreign, random]) => ({
      name: name as string,
      foreign: (world: World) => get(`/issues?${(foreign as (world: World) => string)(world)}`),
      random: () => get(`/issues?${random}`),
    })),
  },
  'GET /issues/{number}': {
    access: reads,
    calls: [
      {
        name: 'own',
        request: ({ ownIssue }) => get(`/issues/id:${ownIssue}`),
        refusal: (world, asker) => {
          const whose = ofWhom(asker)
          return whose !== 'all' && !whose.includes(world.own) ? [404, 'not_found'] : undefined
        },
        check: ({ issue, desk, entries }, _, asker) => {
          equal('title', issue.title, `${OWN} issue 1`)
          equal('entries', entries.length, 1)
          equal('notes', desk?.notes.length, noted(asker) ? 1 : undefined)
          return true
        },
      },
      ...[`id:${RANDOM_ID}`, String(RANDOM_ID), 'x', 'id:0', '%25'].map(
        (number): Call => ({
          name: number,
          request: () => get(`/issues/${number}`),
          refusal: [404, 'not_found'],
        }),
      ),
      { name: 'too long', request: () => get(`/issues/${'1'.repeat(31)}`), refusal: invalid },
    ],
    alike: [
      {
        name: 'id',
        foreign: ({ foreignIssue }) => get(`/issues/id:${foreignIssue}`),
        random: () => get(`/issues/id:${RANDOM_ID}`),
      },
    ],
  },
  'POST /issues': {
    access: writes,
    shownIn,
    calls: [
      { name: 'nobody’s', request: () => post('/issues', wish), refusal: [422, 'unknown_tenant'] },
      {
        name: 'nothing',
        request: () => post('/issues', {}),
        refusal: invalid,
      },
      notJson('/issues'),
    ],
    alike: [
      {
        name: 'tenant',
        foreign: ({ other }) => post('/issues', { ...wish, tenantId: other }),
        random: () => post('/issues', { ...wish, tenantId: RANDOM_ID }),
      },
      {
        name: 'order',
        foreign: ({ own, foreignOrder }) =>
          post('/issues', { ...wish, tenantId: own, orderId: foreignOrder }),
        random: ({ own }) => post('/issues', { ...wish, tenantId: own }),
      },
    ],
  },
  'POST /issues/{id}/comments': one(writes, (id) => post(`/issues/${id}/comments`, { text: 'x' }), [
    {
      name: 'nothing said',
      request: () => post(`/issues/${RANDOM_ID}/comments`, { text: ' ' }),
      refusal: invalid,
    },
  ]),
  'POST /issues/{id}/acts': one(writes, (id) => post(`/issues/${id}/acts`, { act: 'close', version: 1 }), [
    { name: 'no such act', request: () => post(`/issues/${RANDOM_ID}/acts`, { act: 'x' }), refusal: invalid },
    {
      name: 'no version',
      request: () => post(`/issues/${RANDOM_ID}/acts`, { act: 'close' }),
      refusal: [428, 'version_needed'],
    },
  ]),
  'POST /issues/{id}/notes': one(manages, (id) => post(`/issues/${id}/notes`, { text: 'x' })),
  'PUT /issues/{id}/assignment': one(manages, (id) =>
    put(`/issues/${id}/assignment`, { userId: null, version: 1 }),
  ),
  'POST /issues/{id}/files': one(
    writes,
    (id) => file(`${files(id)}?name=x.csv`),
    wrongFiles(files(RANDOM_ID)),
  ),
  'GET /issues/{id}/files/{fileId}': attached(
    reads,
    'issues',
    (id, fileId) => `/issues/${id}/files/${fileId}`,
    ofWhom,
  ),
}
