import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import { type Answer, createClient, type Json } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { size } from '../support/form.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { cookieOf, startBeside } from './support/beside.ts'
import { openProof, spread, within } from './support/proof.ts'

const proof = openProof('rights-lost')
const ROUNDS = size(1, 12)
/** Until every stream of whoever lost something is closed (T9). */
const CLOSED_WITHIN_MS = 5_000

let portal: TestPortal
let processes: Awaited<ReturnType<typeof startBeside>>[]
let administrator: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  administrator = await anAdministrator(portal)
  processes = await Promise.all([startBeside(portal), startBeside(portal)])
})
afterAll(async () => {
  for (const { stop } of processes ?? []) await stop()
  await portal?.close()
})

type Member = { tenant: number; role: string; member: Actor; owner: Actor }
type Ask = (method: string, path: string, body: unknown, as?: Actor) => Promise<Answer<Json>>
type Loss = {
  /** Through one process, as an administrator or as who manages the members. */
  take: (who: Member, ask: Ask) => Promise<Answer<Json>>
  /** What the next request is answered, whichever process is asked. */
  afterwards: [status: number, code: string | undefined]
}
const DENIED: Loss['afterwards'] = [403, 'permission_denied']
const LOSSES: Record<string, Loss> = {
  'another role': {
    take: ({ member, owner }, ask) =>
      ask('POST', `/api/v1/members/${member.userId}/role`, { role: 'sales_analyst' }, owner),
    afterwards: DENIED,
  },
  'the membership': {
    take: ({ member, owner }, ask) => ask('POST', `/api/v1/members/${member.userId}/remove`, {}, owner),
    afterwards: DENIED,
  },
  'the account, deactivated': {
    take: ({ member }, ask) =>
      ask('POST', `/api/v1/admin/users/${member.userId}/state`, { state: 'deactivated' }),
    afterwards: [401, 'no_session'],
  },
  'the company, suspended': {
    take: ({ tenant }, ask) => ask('POST', `/api/v1/admin/tenants/${tenant}/suspend`, { reason: 'a proof' }),
    afterwards: DENIED,
  },
  'a module of the company': {
    take: ({ tenant }, ask) =>
      ask('PUT', '/api/v1/admin/modules', {
        changes: [{ client: tenant, module: 'orders', visible: false }],
      }),
    afterwards: [403, 'module_hidden'],
  },
  'a permission of the role': {
    take: async ({ role }, ask) => {
      const { version, name } = await roleNamed(role)
      return ask('PUT', `/api/v1/admin/roles/${role}`, { version, name, permissions: ['sales.read'] })
    },
    afterwards: DENIED,
  },
}

async function roleNamed(key: string) {
  const { body } = await administrator.get('/api/v1/admin/roles')
  return body.items.find((role: Json) => role.key === key)
}

/** A role of its own each time, so that what happens to it happens to nobody else. */
async function aRole(): Promise<string> {
  const made = await administrator.post('/api/v1/admin/roles', {
    ...{ kind: 'tenant', name: `Reader ${Math.floor(proof.random() * 1e9)}` },
    permissions: ['dashboard.read', 'orders.read', 'sales.read'],
  })
  expect(made.status).toBe(200)
  return made.body.key
}

it.each(Object.entries(LOSSES))(
  'whoever loses %s hears nothing more of any process, and is refused by each with the next request (T9)',
  async (what, { take, afterwards }) => {
    const closed: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const tenant = await aTenant(portal)
      const role = await aRole()
      const who = {
        tenant,
        role,
        member: await aMember(portal, tenant, role),
        owner: await aMember(portal, tenant, 'tenant_admin'),
      }
      const headers = { cookie: cookieOf(who.member) }
      const look = (url: string) => createClient(url).get('/api/v1/orders', { headers })
      for (const { url } of processes) expect((await look(url)).status).toBe(200)
      // Two tabs, each at its process.
      const streams = await Promise.all(processes.map(({ url }) => openStream(url, who.member)))
      await Promise.all(streams.map((stream) => stream.ready()))

      const through = processes[round % 2]?.url as string
      const ask: Ask = (method, path, body, as = administrator) =>
        createClient(through).send(method, path, body, { headers: { cookie: cookieOf(as) } })
      const began = performance.now()
      const done = await take(who, ask)
      expect([what, done.status, done.body.code]).toEqual([what, 200, undefined])
      for (const { url } of processes) {
        const { status, body } = await look(url)
        expect([status, body.code]).toEqual(afterwards)
      }
      const times = await Promise.all(
        streams.map(async (stream) => ((await stream.ended(60)) ? performance.now() - began : Infinity)),
      )
      closed.push(...times)
      for (const stream of streams) {
        expect(stream.messages.at(-1)?.event).toBe('access')
        await stream.close()
      }
    }
    proof.note({ [what]: { streams: closed.length, closedMs: spread(closed) } })
    expect(Math.max(...closed)).toBeLessThanOrEqual(within(CLOSED_WITHIN_MS))
  },
)
