import { expect, it } from 'vitest'
import { contract } from './features.ts'

type Endpoint = { '~orpc'?: { route: { method: string; path: string }; meta: { stepUp?: boolean } } }

/** Every endpoint of the contract, however deep. */
const endpoints = (part: object): Required<Endpoint>['~orpc'][] =>
  Object.values(part).flatMap((one: Endpoint & object) => (one['~orpc'] ? [one['~orpc']] : endpoints(one)))

const asking = endpoints(contract)
  .filter(({ meta }) => meta.stepUp)
  .map(({ route }) => `${route.method} ${route.path}`)

it('asks once more before keys, roles, policies, view-as, temporary access, and who may enter (A4)', () => {
  expect(asking.toSorted()).toEqual([
    'DELETE /admin/roles/{key}',
    'POST /admin/keys',
    'POST /admin/keys/{id}/revoke',
    'POST /admin/roles',
    'POST /admin/roles/{key}/reset',
    'POST /admin/temporary-access',
    'POST /admin/temporary-access/{id}/revoke',
    'POST /admin/user-invitations',
    'POST /admin/users/{userId}/email',
    'POST /admin/users/{userId}/erasure',
    'POST /admin/users/{userId}/second-factor/reset',
    'POST /admin/users/{userId}/state',
    'POST /members/invitations',
    'POST /members/{userId}/role',
    'POST /session/viewing',
    'PUT /admin/roles/{key}',
    'PUT /admin/temporary-access/tenants/{tenantId}',
    'PUT /admin/tenants/{id}/policies',
    'PUT /admin/users/{userId}/access',
  ])
})

it('lets no change of keys, roles, policies or temporary access through without', () => {
  const guarded = /^\/admin\/(keys|roles|temporary-access|tenants\/\{id\}\/policies)(\/|$)|\/(role|access)$/
  const changes = endpoints(contract).filter(
    ({ route }) => route.method !== 'GET' && guarded.test(route.path),
  )
  expect(changes.length).toBeGreaterThan(10)
  expect(changes.filter(({ meta }) => !meta.stepUp).map(({ route }) => route.path)).toEqual([])
})
