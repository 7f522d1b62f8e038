import { expect } from 'vitest'
import { type Actor, aMember, aTenant } from '../support/actors.ts'
import { peek } from '../support/ingest.ts'
import type { TestPortal } from '../support/portal.ts'
import type { OfClient } from '../support/trial-sales.ts'

const AT_ONCE = 4

/** A tenant for each client, `bound` to its code or not yet, and a member of it. Some at once: the long form has thousands. */
export async function settle(portal: TestPortal, codes: Iterable<string>, bound: boolean) {
  const all = [...codes]
  const tenants: [string, number][] = []
  const members: [string, Actor][] = []
  const left = all.entries()
  const work = async () => {
    for (const [at, code] of left) {
      const tenantId = await aTenant(portal, bound ? { clientCodes: [code] } : {})
      tenants[at] = [code, tenantId]
      members[at] = [code, await aMember(portal, tenantId)]
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { tenants: new Map(tenants), members: new Map(members) }
}

/** A session that no browser renews ends after a quarter of an hour, and the long form takes longer. */
export const staySignedIn = (portal: TestPortal) =>
  peek(
    portal,
    `update auth.sessions set expires_at = now() + interval '6 hours', last_active_at = now() + interval '6 hours'`,
  )

/** The lines behind each name of these clients add up to what is known of it; `actorOf` a code is who may see them. */
export async function showsNames(
  dataset: 'history' | 'current',
  clients: Iterable<OfClient[]>,
  actorOf: (code: string) => Actor,
) {
  for (const { code, year, names } of [...clients].flat())
    for (const [customer, { records, qty, amount }] of names) {
      const query = new URLSearchParams({
        dataset,
        limit: '1',
        customer,
        ...(year && { year: String(year) }),
      })
      const { body } = await actorOf(code).get(`/api/v1/sales/lines?${query}`)
      expect(body.sums, `${code} ${customer} ${year}`).toEqual({ lines: records, quantity: qty, amount })
    }
}
