import type { Principal, Refusal } from '../principals.ts'
import type { World } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  get,
  invalid,
  notJson,
  post,
  RANDOM_ID,
} from './ask.ts'

const access = { permission: 'members.manage' }
const shownIn = 'test/server/members.test.ts'

/** Who looks at all clients chooses one first. */
const unless =
  (refusal?: Refusal) =>
  (_: World, asker: Principal): Refusal | undefined =>
    asker.sees === 'all' ? [409, 'choose_tenant'] : refusal

const ofCursor = (call: Call): Call => ({ ...call, refusal: unless([422, 'bad_cursor']) })

const wrong = (path: string, ...bodies: unknown[]): Call[] =>
  bodies.map((body) => ({
    name: JSON.stringify(body).slice(0, 60),
    request: () => post(path, JSON.stringify(body)),
    refusal: invalid,
  }))

export const membersExpectations: Record<string, Expectation> = {
  'GET /members': {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get('/members'),
        refusal: unless(),
        check: ({ items, grantable }) => items.length + grantable.length > 0,
      },
      ...badQueries('/members', 'sort=password', 'search=', 'limit=0'),
      ...badCursors('/members', 2).map(ofCursor),
    ],
  },
  'GET /members/invitations': {
    access,
    shownIn,
    calls: [
      { name: 'plain', request: () => get('/members/invitations'), refusal: unless(), check: () => false },
      ...badQueries('/members/invitations', 'sort=tenant', 'search=', 'limit=0'),
      ...badCursors('/members/invitations', 2).map(ofCursor),
    ],
  },
  'GET /members/viewings': {
    access,
    shownIn: 'test/server/temporary-access.test.ts',
    calls: [
      { name: 'plain', request: () => get('/members/viewings'), refusal: unless(), check: () => false },
      ...badQueries('/members/viewings', 'limit=0', 'limit=x', 'search='),
      ...badCursors('/members/viewings', 1).map(ofCursor),
    ],
  },
  'POST /members/invitations': {
    access,
    shownIn,
    calls: [
      {
        name: 'a role that does not exist',
        request: () => post('/members/invitations', { emails: ['a@b.example'], role: 'none' }),
        refusal: unless([422, 'unknown_role']),
      },
      ...wrong(
        '/members/invitations',
        {},
        { emails: [], role: 'viewer' },
        { emails: ['x'], role: 'viewer' },
        { emails: ['a@b.c'], role: 'viewer', tenantId: 1 },
      ),
      notJson('/members/invitations'),
    ],
  },
  'POST /members/invitations/{id}/withdraw': {
    access,
    shownIn,
    calls: [
      {
        name: 'random',
        request: () => post(`/members/invitations/${RANDOM_ID}/withdraw`, {}),
        refusal: unless([404, 'not_found']),
      },
      ...['0', 'x', '1.5'].map(
        (id): Call => ({
          name: `id ${id}`,
          request: () => post(`/members/invitations/${id}/withdraw`, {}),
          refusal: invalid,
        }),
      ),
    ],
  },
  'POST /members/{userId}/role': {
    access,
    shownIn,
    calls: [
      {
        name: 'nobody',
        request: () => post('/members/nobody/role', { role: 'viewer' }),
        refusal: unless([404, 'not_found']),
      },
      ...wrong('/members/nobody/role', {}, { role: '' }, { role: 'viewer', tenantId: 1 }),
      notJson('/members/nobody/role'),
    ],
  },
  'POST /members/{userId}/remove': {
    access,
    shownIn,
    calls: [
      {
        name: 'nobody',
        request: () => post('/members/nobody/remove', {}),
        refusal: unless([404, 'not_found']),
      },
    ],
  },
}
