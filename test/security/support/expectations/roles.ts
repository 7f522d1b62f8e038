import type { Request } from '../principals.ts'
import { type Call, type Expectation, get, invalid, notJson, post } from './ask.ts'

const access = { permission: 'roles.manage' }
const shownIn = 'test/server/users.test.ts'
const ROLES = '/admin/roles'
const send = (method: string, path: string, body?: unknown): Request => ({
  method,
  path: `/api/v1${path}`,
  body,
})
const nobodys = (request: () => Request): Call => ({ name: 'none', request, refusal: [404, 'not_found'] })
const aRole = { kind: 'tenant', name: 'x', permissions: ['orders.read'] }

export const rolesExpectations: Record<string, Expectation> = {
  'GET /admin/roles': {
    access,
    calls: [{ name: 'plain', request: () => get(ROLES), check: ({ items }) => items.length > 0 }],
  },
  'POST /admin/roles': {
    access,
    shownIn,
    calls: [
      {
        name: 'a permission of the installation',
        request: () => post(ROLES, { ...aRole, permissions: ['roles.manage'] }),
        refusal: [422, 'not_grantable'],
      },
      ...[{}, { ...aRole, name: ' ' }, { ...aRole, permissions: ['x'] }].map(
        (body): Call => ({
          name: JSON.stringify(body),
          request: () => post(ROLES, JSON.stringify(body)),
          refusal: invalid,
        }),
      ),
      notJson(ROLES),
    ],
  },
  'PUT /admin/roles/{key}': {
    access,
    shownIn,
    calls: [
      nobodys(() => send('PUT', `${ROLES}/none`, { version: 'x', name: 'x', permissions: [] })),
      { name: 'nothing', request: () => send('PUT', `${ROLES}/none`, {}), refusal: invalid },
    ],
  },
  'POST /admin/roles/{key}/reset': {
    access,
    shownIn,
    calls: [nobodys(() => post(`${ROLES}/none/reset`, {}))],
  },
  'DELETE /admin/roles/{key}': {
    access,
    shownIn,
    calls: [nobodys(() => send('DELETE', `${ROLES}/none`))],
  },
}
