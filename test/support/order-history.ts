import { aKey, aTenant } from './actors.ts'
import { order, peek, sender } from './ingest.ts'
import type { TestPortal } from './portal.ts'

export type Told = [field: string, old: string | null, now: string | null, at?: string]

let sources = 0

/** An upstream system of its own with clients, one tenant for each code, and what is recorded of its orders. */
export async function aHistory(portal: TestPortal, codes: string[] = ['A', 'B']) {
  const source = `history ${++sources}`
  const tenants: Record<string, number> = {}
  for (const code of codes) tenants[code] = await aTenant(portal, { clientCodes: [code], source })
  const send = sender(portal.url, await aKey(portal, { source }))
  const boundTo = async (code: string) =>
    sender(portal.url, await aKey(portal, { source, tenantId: tenants[code] as number }))
  const push = async (kind: string, rows: object[]) => {
    const answer = await send(kind, rows)
    if (answer.status !== 200 || answer.body.rejected > 0) throw new Error(answer.text)
    return answer.body
  }
  return {
    source,
    tenants,
    send,
    boundTo,
    push,
    /** One version of order 1. */
    version: (fields: object) => push('orders', [order(1, { 'Client Code': codes[0], ...fields })]),
    /** What is recorded of the orders of this source, oldest first, whoever may see it: tenant (0: nobody's) and change. */
    recorded: async () => {
      const rows = await peek(
        portal,
        `with mine as (
           select h.tenant_id, h.order_id, h.id, h.line_no, h.field, h.old_value, h.new_value, h.upstream_updated_at, o.source_key
             from portal.order_changes h join portal.orders o on o.tenant_id = h.tenant_id and o.id = h.order_id and o.source_id = s.id
           union all
           select 0, h.order_id, h.id, h.line_no, h.field, h.old_value, h.new_value, h.upstream_updated_at, u.source_key
             from portal.unassigned_order_changes h join portal.unassigned_orders u on u.id = h.order_id and u.source_id = s.id)
         select * from mine order by id`.replaceAll(
          's.id',
          '(select id from auth.ingest_sources where name = $1)',
        ),
        [source],
      )
      return rows.map((row) => ({
        tenant: Number(row.tenant_id),
        key: row.source_key as string,
        line: row.line_no as string | null,
        told: [row.field, row.old_value, row.new_value] as Told,
        at: row.upstream_updated_at === null ? null : new Date(row.upstream_updated_at).toISOString(),
      }))
    },
    /** Rows of history whose order is no longer where they are: none may stay behind. */
    leftBehind: () =>
      peek(
        portal,
        `select h.* from portal.order_changes h where not exists
           (select from portal.orders o where o.tenant_id = h.tenant_id and o.id = h.order_id)
         union all
         select 0, h.* from portal.unassigned_order_changes h where not exists (select from portal.unassigned_orders u where u.id = h.order_id)`,
      ),
  }
}
