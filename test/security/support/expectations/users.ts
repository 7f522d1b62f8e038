import type { Request } from '../principals.ts'
import {
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  get,
  invalid,
  notJson,
  post,
  put,
} from './ask.ts'

const access = { permission: 'users.manage' }
const shownIn = 'test/server/users.test.ts'
const USERS = '/admin/users'
const INVITATIONS = '/admin/user-invitations'

const wrong = (ask: (body: string) => Request, ...bodies: unknown[]): Call[] =>
  bodies.map((body) => ({
    name: JSON.stringify(body).slice(0, 60),
    request: () => ask(JSON.stringify(body)),
    refusal: invalid,
  }))
const fileOf = (path: string, ...bad: string[]): Record<string, Expectation> => ({
  [`GET ${path}`]: {
    access,
    calls: [{ name: 'plain', request: () => get(path) }, ...badQueries(path, 'format=pdf', ...bad)],
  },
})
const nobody = (request: () => Request): Call => ({ name: 'nobody', request, refusal: [404, 'not_found'] })
const nothing = { administrator: false, staff: null, memberships: [] }

export const usersExpectations: Record<string, Expectation> = {
  'GET /admin/users': {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get(USERS),
        check: ({ items, total }) => items.length > 0 && total > 0,
      },
      ...badQueries(USERS, 'state=x', 'tenantId=0', 'sort=password', 'search=', 'limit=0'),
      ...badCursors(USERS, 2),
    ],
  },
  'GET /admin/sessions': {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get('/admin/sessions'),
        check: ({ items, total }) => items.length > 0 && total > 0,
      },
      ...badQueries('/admin/sessions', 'search=', 'limit=0', 'sort=token'),
      ...badCursors('/admin/sessions', 2),
    ],
  },
  ...fileOf('/admin/users/export', 'tenantId=0', 'sort=password', 'search='),
  ...fileOf('/admin/sessions/export', 'search=', 'sort=token'),
  'GET /admin/users/{userId}': {
    access,
    shownIn,
    calls: [nobody(() => get(`${USERS}/nobody`))],
  },
  'GET /admin/user-roles': {
    access,
    calls: [
      { name: 'plain', request: () => get('/admin/user-roles'), check: ({ tenant }) => tenant.length > 0 },
    ],
  },
  'GET /admin/user-invitations': {
    access,
    calls: [
      { name: 'plain', request: () => get(INVITATIONS), check: ({ items }) => items.length >= 0 },
      ...badQueries(INVITATIONS, 'sort=password', 'search=', 'limit=0'),
      ...badCursors(INVITATIONS, 2),
    ],
  },
  'POST /admin/user-invitations': {
    access,
    shownIn,
    calls: [
      {
        name: 'a role that does not exist',
        request: () =>
          post(INVITATIONS, {
            emails: ['a@b.example'],
            as: { kind: 'staff', role: 'none', tenantIds: null },
          }),
        refusal: [422, 'unknown_role'],
      },
      ...wrong(
        (body) => post(INVITATIONS, body),
        {},
        { emails: [], as: { kind: 'administrator' } },
        { emails: ['x'], as: { kind: 'administrator' } },
        { emails: ['a@b.c'], as: { kind: 'owner' } },
        { emails: ['a@b.c'], as: { kind: 'tenant', role: 'viewer' } },
      ),
      notJson(INVITATIONS),
    ],
  },
  'POST /admin/user-invitations/{id}/withdraw': {
    access,
    shownIn,
    calls: [
      nobody(() => post(`${INVITATIONS}/900001/withdraw`, {})),
      ...['0', 'x', '1.5'].map(
        (id): Call => ({
          name: `id ${id}`,
          request: () => post(`${INVITATIONS}/${id}/withdraw`, {}),
          refusal: invalid,
        }),
      ),
    ],
  },
  'PUT /admin/users/{userId}/access': {
    access,
    shownIn,
    calls: [
      nobody(() => put(`${USERS}/nobody/access`, { accessVersion: 'x', access: nothing })),
      ...wrong(
        (body) => put(`${USERS}/nobody/access`, body),
        {},
        { accessVersion: 'x', access: {} },
        { accessVersion: 'x', access: { ...nothing, memberships: [{ tenantId: 0, role: 'viewer' }] } },
        { accessVersion: 'x', access: { ...nothing, staff: { role: 'quality' } } },
      ),
      notJson(`${USERS}/nobody/access`),
    ].map((call) =>
      call.name === 'not JSON' ? { ...call, request: () => put(`${USERS}/nobody/access`, '{"a":') } : call,
    ),
  },
  'POST /admin/users/{userId}/state': {
    access,
    shownIn,
    calls: [
      nobody(() => post(`${USERS}/nobody/state`, { state: 'deactivated' })),
      ...wrong((body) => post(`${USERS}/nobody/state`, body), {}, { state: 'x' }),
    ],
  },
  'POST /admin/users/{userId}/unlock': {
    access,
    shownIn,
    calls: [nobody(() => post(`${USERS}/nobody/unlock`, {}))],
  },
  'POST /admin/users/{userId}/sessions/end': {
    access,
    shownIn,
    calls: [
      nobody(() => post(`${USERS}/nobody/sessions/end`, {})),
      ...wrong((body) => post(`${USERS}/nobody/sessions/end`, body), { sessionId: '' }, { id: 'x' }),
    ],
  },
  'POST /admin/users/{userId}/email': {
    access,
    shownIn,
    calls: [
      nobody(() => post(`${USERS}/nobody/email`, { email: 'a@b.example', reason: 'a reason' })),
      ...wrong(
        (body) => post(`${USERS}/nobody/email`, body),
        {},
        { email: 'x', reason: 'a reason' },
        { email: 'a@b.c', reason: '' },
      ),
    ],
  },
  'POST /admin/users/{userId}/erasure': {
    access,
    shownIn,
    calls: [
      nobody(() => post(`${USERS}/nobody/erasure`, { email: 'a@b.example' })),
      ...wrong((body) => post(`${USERS}/nobody/erasure`, body), {}, { email: 'x' }),
    ],
  },
}
