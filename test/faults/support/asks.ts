import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { aKey, aMember, anAccount, aTenant, PASSWORD } from '../../support/actors.ts'
import { createClient } from '../../support/client.ts'
import { order, sender } from '../../support/ingest.ts'
import type { TestPortal } from '../../support/portal.ts'

export type Told = {
  kind: string
  status: number
  code: string | undefined
  retryAfter: string | null
  ms: number
}

/** The kinds of request that need the database: a screen, a write, a sign-in, a batch, the readiness of the server. */
export async function createAsks(portal: TestPortal) {
  const tenantId = await aTenant(portal)
  const member = await aMember(portal, tenantId)
  const { email } = await anAccount(portal)
  const push = sender(portal.url, await aKey(portal))
  const kinds: Record<string, () => Promise<{ status: number; body: unknown; headers: Headers }>> = {
    screen: () => member.get('/api/v1/orders'),
    write: () => member.post('/api/v1/session/preferences', { language: 'en' }),
    'sign-in': () => createClient(portal.url).signIn(email, PASSWORD),
    batch: () => push('orders', [order(randomUUID())]),
    ready: () => createClient(portal.url).get('/readyz'),
  }

  async function ask(kind: string): Promise<Told> {
    const began = performance.now()
    const { status, body, headers } = await (kinds[kind] as () => ReturnType<TestAsk>)()
    const ms = performance.now() - began
    return {
      kind,
      status,
      code: (body as { code?: string } | null)?.code,
      retryAfter: headers.get('retry-after'),
      ms,
    }
  }

  return {
    kinds: Object.keys(kinds),
    ask,
    /** Each kind so many times, all at once. */
    all: (times: number) =>
      Promise.all(Object.keys(kinds).flatMap((kind) => Array.from({ length: times }, () => ask(kind)))),
    /** Milliseconds until each kind is answered with 200 again. */
    async recovery(): Promise<number> {
      const began = performance.now()
      const well = async (kind: string) => {
        while ((await ask(kind)).status !== 200) await sleep(50)
        return performance.now() - began
      }
      return Math.max(...(await Promise.all(Object.keys(kinds).map(well))))
    },
  }
}
type TestAsk = () => Promise<{ status: number; body: unknown; headers: Headers }>
