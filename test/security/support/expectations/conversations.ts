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

const module = 'chat'
const reads = { permission: 'conversations.read', module }
const writes = { permission: 'conversations.write', module }
const manages = { permission: 'conversations.manage', module }
const shownIn = 'test/server/conversations.test.ts'
const key = '6f1c9a52-4f0e-4c44-9d8b-5b1a4f8f2f11'

/** Whose conversations they see: whoever came by a code reads no other people's (A2). */
const ofWhom = ({ sees, readOnly }: Principal) => (readOnly === 'temporary' ? [] : sees)
const seenBy = ({ superuser }: World, asker: Principal, where = 'true') =>
  superuser.value<number>(
    `select count(*) from conversations where ${where} and ($1::int[] is null or tenant_id = any ($1))`,
    [ofWhom(asker) === 'all' ? null : ofWhom(asker)],
  )
const answers = (asker: Principal) =>
  asker.permissions === 'all' || asker.permissions.includes('conversations.manage')
const hiddenFrom: NonNullable<Call['refusal']> = (world: World, asker: Principal) => {
  const whose = ofWhom(asker)
  return whose !== 'all' && !whose.includes(world.own) ? [404, 'not_found'] : undefined
}

const files = (id: number | string) => `/conversations/${id}/files?${query({ key })}`
const wish = { subject: 'x', text: 'x', key, tenantId: RANDOM_ID }

/** Nobody's conversation, another tenant's, and what cannot be. */
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
  alike: [
    {
      name: 'id',
      foreign: ({ foreignConversation }) => ask(foreignConversation),
      random: () => ask(RANDOM_ID),
    },
  ],
})

export const conversationsExpectations: Record<string, Expectation> = {
  'GET /conversation-summary': {
    access: reads,
    calls: [
      {
        name: 'plain',
        request: () => get('/conversation-summary'),
        check: async (body, world, asker) => {
          const count = await seenBy(world, asker)
          if (answers(asker)) equal('waiting', body.waiting, count)
          return count > 0
        },
      },
    ],
  },
  'GET /conversations': {
    access: reads,
    calls: [
      {
        name: 'plain',
        request: () => get('/conversations?limit=1000'),
        check: async (body, world, asker) => {
          const count = await seenBy(world, asker)
          equal('total', body.total, count)
          equal('items', body.items.length, count)
          return count > 0
        },
      },
      {
        name: 'search',
        request: () => get(`/conversations?${query({ search: `${FOREIGN} words` })}`),
        check: async (body, world, asker) => {
          equal('total', body.total, await seenBy(world, asker, `subject like '${FOREIGN}%'`))
          return false
        },
      },
      {
        name: 'what stands in notes is not searched',
        request: () => get(`/conversations?${query({ search: `${OWN} note` })}`),
        check: (body) => {
          equal('total', body.total, 0)
          return false
        },
      },
      ...badQueries('/conversations', 'limit=0', 'waiting=x', 'order=0', `search=${'x'.repeat(201)}`),
      ...badCursors('/conversations', 2),
    ],
    alike: [
      ['search', () => query({ search: FOREIGN }), query({ search: NOTHING })],
      ['tenant', ({ other }: World) => query({ tenant: other }), query({ tenant: RANDOM_ID })],
      ['order', ({ foreignOrder }: World) => query({ order: foreignOrder }), query({ order: RANDOM_ID })],
      [
        'place in the list',
        () => query({ cursor: sealCursor(['1', 1]) }),
        query({ cursor: sealCursor(['1', 0]) }),
      ],
    ].map(([name, foreign, random]) => ({
      name: name as string,
      foreign: (world: World) => get(`/conversations?${(foreign as (world: World) => string)(world)}`),
      random: () => get(`/conversations?${random}`),
    })),
  },
  'GET /conversations/{id}': one(reads, (id) => get(`/conversations/${id}`), [
    {
      name: 'own',
      request: ({ ownConversation }) => get(`/conversations/${ownConversation}`),
      refusal: hiddenFrom,
      check: ({ subject, desk }, _, asker) => {
        equal('subject', subject, `${OWN} conversation 1`)
        equal('notes', desk?.notes.length, answers(asker) ? 1 : undefined)
        return true
      },
    },
  ]),
  'GET /conversations/{id}/messages': one(reads, (id) => get(`/conversations/${id}/messages`), [
    {
      name: 'own',
      request: ({ ownConversation }) => get(`/conversations/${ownConversation}/messages`),
      refusal: hiddenFrom,
      check: ({ items, total }) => {
        equal('total', total, 1)
        equal('text', items[0].text, `${OWN} words`)
        return true
      },
    },
  ]),
  'POST /conversations': {
    access: writes,
    shownIn,
    calls: [
      {
        name: 'nobody’s',
        request: () => post('/conversations', wish),
        refusal: [422, 'unknown_tenant'],
      },
      { name: 'nothing', request: () => post('/conversations', {}), refusal: invalid },
      notJson('/conversations'),
    ],
    alike: [
      {
        name: 'tenant',
        foreign: ({ other }) => post('/conversations', { ...wish, tenantId: other }),
        random: () => post('/conversations', { ...wish, tenantId: RANDOM_ID }),
      },
      {
        name: 'order',
        foreign: ({ own, foreignOrder }) =>
          post('/conversations', { ...wish, tenantId: own, orderId: foreignOrder }),
        random: ({ own }) => post('/conversations', { ...wish, tenantId: own, orderId: RANDOM_ID }),
      },
    ],
  },
  'POST /conversations/{id}/messages': one(
    writes,
    (id) => post(`/conversations/${id}/messages`, { text: 'x', key }),
    [
      {
        name: 'nothing said',
        request: () => post(`/conversations/${RANDOM_ID}/messages`, { text: ' ', key }),
        refusal: invalid,
      },
    ],
  ),
  'POST /conversations/{id}/read': one(reads, (id) => post(`/conversations/${id}/read`, { upTo: 1 })),
  'POST /conversations/{id}/typing': one(writes, (id) => post(`/conversations/${id}/typing`, {})),
  'POST /conversations/{id}/notes': one(manages, (id) => post(`/conversations/${id}/notes`, { text: 'x' })),
  'PUT /conversations/{id}/assignment': one(manages, (id) =>
    put(`/conversations/${id}/assignment`, { userId: null, version: 1 }),
  ),
  'POST /conversations/{id}/settled': one(manages, (id) => post(`/conversations/${id}/settled`, {})),
  'POST /conversations/{id}/files': one(
    writes,
    (id) => file(`${files(id)}&name=x.csv`),
    wrongFiles(files(RANDOM_ID)),
  ),
  'GET /conversations/{id}/files/{fileId}': attached(
    reads,
    'conversations',
    (id, fileId) => `/conversations/${id}/files/${fileId}`,
    ofWhom,
  ),
}
