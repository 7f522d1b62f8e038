import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { contractsAsRoutes } from './contracts-as-routes.ts'

const watched = []
const load = (file) =>
  contractsAsRoutes().load.call({ addWatchFile: (one) => watched.push(one) }, resolve(file))

test('a contract is its methods and paths, and its plain lists; schemas stay behind', async () => {
  const code = await load('src/features/session/contract.ts')
  expect(code).toContain('"refresh":{"method":"POST","path":"/session/refresh"}')
  const orders = await load('src/features/orders/contract.ts')
  expect(orders).toContain('export const ORDER_GROUPS = ["active"')
  expect(orders).toContain('"path":"/orders","list":1}')
  expect(orders).toContain('"path":"/orders/{ordNo}"}')
  expect(code).not.toMatch(/\bexport const (Session|Preferences) /)
  expect(code).not.toContain('zod')
  expect(watched.some((file) => file.endsWith('endpoint.ts'))).toBe(true)
})

test('other files are not touched', async () => {
  expect(await load('src/platform/contract/page.ts')).toBeNull()
})
