import { type Actor, aMember, aTenant } from '../support/actors.ts'
import type { TestPortal } from '../support/portal.ts'

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
