import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Json } from '../support/client.ts'
import { allEndpoints, mountedRoutes, writtenEndpoints } from './support/contracts.ts'
import type { Access, Call } from './support/expectations/ask.ts'
import { EXPECTATIONS, PUBLIC_ROUTES } from './support/expectations.ts'
import {
  createPrincipals,
  type Principal,
  type Refusal,
  STAFF_ROLES,
  TENANT_ROLES,
} from './support/principals.ts'
import { createWorld, FOREIGN, UNASSIGNED, type World } from './support/world.ts'

const ENDPOINTS = allEndpoints()

let world: World
let principals: Principal[]
let asked = 0
beforeAll(async () => {
  world = await createWorld()
  principals = await createPrincipals(world)
})
afterAll(async () => {
  console.log(
    `access matrix: ${asked} requests, ${principals?.length} askers, ${Object.keys(EXPECTATIONS).length} endpoints`,
  )
  await world?.close()
})

/** What a session that only looks is refused: every act of the trail but its own display and its own end, and files of a person's own. */
const CHANGES = new Set([
  ...ENDPOINTS.filter(
    ({ method, meta }) => method !== 'GET' && (meta.audit || meta.writes) && !meta.evenReadOnly,
  ).map(({ name }) => name),
  'GET /own-data',
  'GET /exports/{id}/file',
])

/** A9: session, tenant of the screen, module, permission. */
function refusalOf(name: string, access: Access, asker: Principal): Refusal | undefined {
  if ('key' in access)
    return asker.key === access.key ? undefined : asker.key ? [403, 'key_scope'] : [401, 'unknown_key']
  if ('orKey' in access && asker.bearer) return asker.key ? undefined : [401, 'unknown_key']
  if ('cookie' in access) return asker.refused?.[0] === 401 ? asker.refused : undefined
  if (asker.refused) return asker.refused
  if (access.module && asker.modulesOff) return [403, 'module_hidden']
  if ('permission' in access && asker.permissions !== 'all' && !asker.permissions.includes(access.permission))
    return [403, 'permission_denied']
  return asker.readOnly && CHANGES.has(name) ? [403, 'read_only_session'] : undefined
}

const seesForeign = ({ sees }: Principal) => sees === 'all' || sees.includes(world.other)
const said = ({ status, body }: Answer<Json>) => [status, status < 400 ? undefined : body.code]

/** Without what may differ between two answers that say the same. */
function plain({ status, headers, body }: Answer<Json>) {
  const {
    instance: _,
    traceId: __,
    batchId: ___,
    receivedAt: ____,
    ...rest
  } = typeof body === 'object' ? body : { body }
  // A faulty row is named by the key that it was sent with.
  if (Array.isArray(rest.errors)) rest.errors = rest.errors.map(({ key: _, ...error }: Json) => error)
  const free = ['date', 'x-request-id', 'etag', 'content-length', 'set-cookie', 'connection', 'keep-alive']
  return {
    status,
    body: rest,
    headers: [...headers.keys()].filter((name) => !free.includes(name)).toSorted(),
  }
}

describe('the access matrix', () => {
  it('knows every endpoint of the contracts, and no other', async () => {
    const names = (of: { name: string }[]) => of.map(({ name }) => name).toSorted()
    expect(Object.keys(EXPECTATIONS).toSorted()).toEqual(names(ENDPOINTS))
    expect(names(ENDPOINTS)).toEqual(expect.arrayContaining(names(await writtenEndpoints())))
  })

  it('knows everything that the server mounts', () => {
    const known = [
      ...Object.keys(EXPECTATIONS).map((name) => name.replace(' ', ' /api/v1')),
      ...PUBLIC_ROUTES,
    ]
    expect(mountedRoutes().filter((route) => !known.includes(route))).toEqual([])
  })

  it('expects the permission and the module that the contract names', () => {
    for (const { name, meta } of ENDPOINTS) {
      const { orKey: _, ...access } = { orKey: undefined, ...EXPECTATIONS[name]?.access }
      const { permission, module, signedIn, key } = meta
      const named = key
        ? { key }
        : permission
          ? { permission, ...(module && { module }) }
          : signedIn
            ? { signedIn, ...(module && { module }) }
            : { cookie: true }
      expect({ name, ...access }).toEqual({ name, ...named })
    }
  })

  it('knows the roles as the database has them', async () => {
    const rows = await world.superuser.rows<{ key: string; kind: string; permissions: string[] }>(
      'select key, kind, permissions from roles',
    )
    const sorted = (roles: [string, string[]][]) =>
      Object.fromEntries(roles.map(([role, permissions]) => [role, permissions.toSorted()]))
    const of = (kind: string) =>
      sorted(rows.filter((r) => r.kind === kind).map((r) => [r.key, r.permissions]))
    expect(of('tenant')).toEqual(sorted(Object.entries(TENANT_ROLES)))
    expect(of('staff')).toEqual(sorted(Object.entries(STAFF_ROLES)))
  })

  it('hides rows that are there', async () => {
    for (const table of ['orders', 'customers', 'sales_history', 'order_lines'])
      expect(
        await world.superuser.value(
          `select count(*) from ${table} t where tenant_id = $1 and t::text like '%' || $2 || '%'`,
          [world.other, FOREIGN],
        ),
      ).toBeGreaterThan(0)
  })
})

describe.each(Object.entries(EXPECTATIONS))('%s', (name, { access, calls, alike = [], shownIn }) => {
  let withData = 0
  /** A session names the tenants that it could be in. */
  const mayName = (asker: Principal) =>
    seesForeign(asker) || (!('permission' in access) && asker.enters.includes(world.other))

  /** What is wrong with an answer, in words; nothing: it is as expected. */
  async function judge(asker: Principal, call: Call): Promise<string[]> {
    const made = call.before && (await asker.ask(call.before()))
    const request = call.request(world, made?.status === 200 ? made.body : undefined)
    const refused = typeof call.refusal === 'function' ? call.refusal(world, asker) : call.refusal
    const expected = (!call.unreadable && refusalOf(name, access, asker)) || refused || [200, undefined]
    const answer = await asker.ask(request)
    asked++
    const where = `${asker.name}, ${call.name}:`
    const wrong: string[] = []
    const fine = [expected, ...(call.alsoFine ?? [])].map(String)
    if (!fine.includes(`${said(answer)}`))
      wrong.push(`${where} answered ${said(answer)}, expected ${expected}`)
    else if (answer.status === 200)
      try {
        if ((await call.check?.(answer.body, world, asker)) !== false) withData++
      } catch (fault) {
        wrong.push(`${where} ${(fault as Error).message}`)
      }
    const text = JSON.stringify(answer.body)
    const asksFor = JSON.stringify(request).includes(FOREIGN)
    if (!mayName(asker) && !asksFor && text.includes(FOREIGN)) wrong.push(`${where} shows ${FOREIGN}`)
    if (asker.sees !== 'all' && text.includes(UNASSIGNED)) wrong.push(`${where} shows ${UNASSIGNED}`)
    return wrong
  }

  /** What is refused whoever asks is asked once by each sort of asker. */
  const askersOf = (call: Call) => (typeof call.refusal === 'object' ? oneOfEachSort(principals) : principals)

  function oneOfEachSort(askers: Principal[]): Principal[] {
    const sort = (asker: Principal) => `${refusalOf(name, access, asker)} ${asker.sees} ${asker.enters}`
    return [...new Map(askers.map((asker) => [sort(asker), asker])).values()]
  }

  it('answers each asker exactly', async () => {
    const wrong = await inRows(
      calls.flatMap((call) => askersOf(call).map((asker) => () => judge(asker, call))),
    )
    expect(wrong.slice(0, 30).join('\n')).toBe('')
    if (!shownIn) expect(withData, `${name} never answered 200 with data`).toBeGreaterThan(0)
  })

  if (alike.length > 0)
    it('says of what is foreign what it says of nothing', async () => {
      const strangers = principals.filter(
        (asker) => !seesForeign(asker) && !asker.enters.includes(world.other),
      )
      for (const asker of oneOfEachSort(strangers)) {
        for (const pair of alike) {
          const [foreign, random] = [
            await asker.ask(pair.foreign(world)),
            await asker.ask(pair.random(world)),
          ]
          asked += 2
          expect(plain(foreign), `${pair.name}, ${asker.name}`).toEqual(plain(random))
        }
      }
    })
})

/** Six at a time: the server has ten connections, and the order must not matter. */
async function inRows(work: (() => Promise<string[]>)[]): Promise<string[]> {
  const wrong: string[] = []
  const queue = work.values()
  const row = async () => {
    for (const job of queue) wrong.push(...(await job()))
  }
  await Promise.all(Array.from({ length: 6 }, row))
  return wrong
}
