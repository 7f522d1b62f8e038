import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { needsApproval } from '../domain/transitions.ts'
import type { StoredPo, StoredProposal } from './find-po.ts'
import { sideOf } from './po-rows.ts'
import { readLimit } from './settings.ts'

/**
 * What a client asks for, or agrees to, after it was submitted is bound by its limit like what it submits (C5). What makes it
 * no dearer was approved with the rest. @throws 403
 */
export async function refuseOverLimit(
  tx: Tx,
  actor: Actor,
  po: StoredPo,
  asked: Pick<StoredProposal, 'quantities' | 'prices'> | null,
): Promise<void> {
  const { quantities = [], prices = [] } = asked ?? {}
  if (sideOf(actor) !== 'client' || quantities.length + prices.length === 0) return
  const { rows } = await sql<{ before: string; after: string; unpriced: number; dearer: boolean }>`
    select coalesce(sum(l.amount_cents), 0)::text as before,
           coalesce(sum(portal.line_amount(coalesce(q.quantity, l.quantity), coalesce(p."unitPrice", l.unit_price),
             coalesce(p."pricePer", l.price_per), l.currency)), 0)::text as after,
           count(*) filter (where coalesce(p."unitPrice", l.unit_price) is null)::int as unpriced,
           coalesce(bool_or(q.quantity > l.quantity and coalesce(p."unitPrice", l.unit_price) is null), false) as dearer
      from portal.purchase_order_lines l
      left join jsonb_to_recordset(${JSON.stringify(quantities)}::jsonb) q ("lineNo" int, quantity numeric) on q."lineNo" = l.line_no
      left join jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) p ("lineNo" int, "unitPrice" numeric, "pricePer" numeric)
        on p."lineNo" = l.line_no
     where l.tenant_id = ${po.tenantId}::int and l.purchase_order_id = ${po.id}::bigint`.execute(tx)
  const [sums] = rows
  if (!sums) return
  const total = { totalCents: BigInt(sums.after), unpriced: sums.unpriced }
  const grows = total.totalCents > BigInt(sums.before) || sums.dearer
  const approves = may(actor, 'purchase_orders.approve')
  if (grows && needsApproval(total, await readLimit(tx, po.tenantId), approves))
    throw refuse(403, 'po_over_limit')
}
