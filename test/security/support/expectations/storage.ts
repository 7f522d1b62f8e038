import { type Call, type Expectation, equal, get, invalid, put, RANDOM_ID } from './ask.ts'

const shownIn = 'test/server/storage.test.ts'
const ofCompany = (id: number | string) => `/admin/tenants/${id}/storage`
const ofPerson = (id: string) => `/admin/users/${id}/storage`
const missing: Call['refusal'] = [404, 'not_found']
const wrong = (path: string, ...bodies: unknown[]): Call[] =>
  bodies.map((body) => ({
    name: JSON.stringify(body),
    request: () => put(path, body),
    refusal: invalid,
  }))
const BAD = [{}, { own: 0 }, { own: '1 GB' }, { own: 1e16 }, { own: null, other: 1 }]

export const storageExpectations: Record<string, Expectation> = {
  'GET /storage': {
    access: { signedIn: true },
    calls: [
      {
        name: 'plain',
        request: () => get('/storage'),
        check: ({ person, company }) => {
          equal('no other figures', Object.keys(person ?? company).toSorted(), ['quota', 'used'])
          return true
        },
      },
    ],
  },
  'GET /admin/tenants/{id}/storage': {
    access: { permission: 'tenants.manage' },
    calls: [
      {
        name: 'one',
        request: ({ other }) => get(ofCompany(other)),
        check: ({ own, quota }) => own === null && quota > 0,
      },
      { name: 'random', request: () => get(ofCompany(RANDOM_ID)), refusal: missing },
      { name: 'id x', request: () => get(ofCompany('x')), refusal: invalid },
    ],
  },
  'PUT /admin/tenants/{id}/storage': {
    access: { permission: 'tenants.manage' },
    shownIn,
    calls: [
      { name: 'random', request: () => put(ofCompany(RANDOM_ID), { own: null }), refusal: missing },
      ...wrong(ofCompany(1), ...BAD),
    ],
  },
  'GET /admin/users/{userId}/storage': {
    access: { permission: 'users.manage' },
    shownIn,
    calls: [{ name: 'nobody', request: () => get(ofPerson('nobody')), refusal: missing }],
  },
  'PUT /admin/users/{userId}/storage': {
    access: { permission: 'users.manage' },
    shownIn,
    calls: [
      { name: 'nobody', request: () => put(ofPerson('nobody'), { own: null }), refusal: missing },
      ...wrong(ofPerson('nobody'), ...BAD),
    ],
  },
}
