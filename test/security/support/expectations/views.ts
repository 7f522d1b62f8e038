import type { Request } from '../principals.ts'
import type { World } from '../world.ts'
import {
  badQueries,
  type Call,
  type Expectation,
  equal,
  get,
  hasNoAccess,
  invalid,
  notJson,
  post,
  RANDOM_ID,
} from './ask.ts'

const aView = (name: string) => ({ screen: 'orders', name, state: { address: {}, columns: null } })

let views = 0
const onView = (method: string, id: string | number, body: object): Request => ({
  method,
  path: `/api/v1/views/${id}`,
  body,
})

/** A view of one's own, made on the way; what is not one's own is not there. */
const viewCalls = (method: string, body: object): Call[] => [
  {
    name: 'own',
    before: () => post('/views', aView(`view ${views++}`)),
    request: (_, made) =>
      onView(method, made?.id ?? RANDOM_ID, {
        ...body,
        ...('name' in body && { name: `other ${views++}` }),
        version: made?.version ?? 1,
      }),
    refusal: (_, asker) => (hasNoAccess(asker) ? [404, 'not_found'] : undefined),
    check: ({ id }) => id > 0,
  },
  {
    name: 'random',
    request: () => onView(method, RANDOM_ID, { ...body, version: 1 }),
    refusal: [404, 'not_found'],
  },
  {
    name: 'without a version',
    request: () => onView(method, RANDOM_ID, body),
    refusal: [428, 'version_needed'],
  },
  ...['0', '-1', 'x', '1.5', '%00'].map(
    (id): Call => ({ name: `id ${id}`, request: () => onView(method, id, body), refusal: invalid }),
  ),
]

const viewAlike = (method: string, body: object) => ({
  name: 'the view of another tenant',
  foreign: (world: World) => onView(method, world.foreignView, { ...body, version: 1 }),
  random: () => onView(method, RANDOM_ID, { ...body, version: 1 }),
})

export const viewsExpectations: Record<string, Expectation> = {
  'GET /views': {
    access: { signedIn: true },
    calls: [
      {
        name: 'own',
        request: () => get('/views?screen=sales-history'),
        check: ({ items }) => {
          equal('views of others', items, [])
          return true
        },
      },
      ...badQueries('/views', '', 'screen=', 'screen=users'),
    ],
  },
  'POST /views': {
    access: { signedIn: true },
    calls: [
      {
        name: 'a view',
        request: () => post('/views', aView(`view ${views++}`)),
        refusal: (_, asker) => (hasNoAccess(asker) ? [403, 'permission_denied'] : undefined),
        check: ({ id, version, name }) => {
          equal('version', version, 1)
          return id > 0 && name.startsWith('view ')
        },
      },
      ...[
        {},
        aView(''),
        aView('x'.repeat(81)),
        { ...aView('a'), screen: 'users' },
        { ...aView('a'), userId: 'x' },
        { ...aView('a'), state: { address: {}, columns: 1 } },
        { ...aView('a'), state: { address: { search: 1 }, columns: null } },
      ].map(
        (body): Call => ({
          name: JSON.stringify(body).slice(0, 60),
          request: () => post('/views', body),
          refusal: invalid,
        }),
      ),
      notJson('/views'),
    ],
  },
  'PATCH /views/{id}': {
    access: { signedIn: true },
    calls: viewCalls('PATCH', { name: 'other' }),
    alike: [viewAlike('PATCH', { name: 'other' })],
  },
  'DELETE /views/{id}': {
    access: { signedIn: true },
    calls: viewCalls('DELETE', {}),
    alike: [viewAlike('DELETE', {})],
  },
}
