import { sql } from 'kysely'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { PRODUCT_COLUMNS, toProduct } from '../../products/server/published.ts'
import type { LINE_FAULTS } from '../contract.ts'

export type Wanted = { itemNo: string; quantity: number }

/** A line with what counts for it now; without a product it cannot be kept. */
export type PricedLine = Wanted & {
  lineNo: number
  productId: number | null
  name: string | null
  unit: string | null
  unitPrice: string | null
  cents: bigint | null
  minimum: number | null
  leadWeeks: { from: number; to: number } | null
  fault: (typeof LINE_FAULTS)[number] | null
}

/** Quantities have three decimals; what is typed beyond them is no quantity that anybody makes. */
const thousandths = (quantity: number) => Math.round(quantity * 1000)

/** Today's terms of the lines of a tenant, as its catalogue has them: prices, least quantities, lead times. `unbound`: a replacement may be of less. */
export async function readTerms(
  tx: Handle,
  tenantId: number,
  lines: readonly Wanted[],
  { currency, today, unbound = false }: { currency: string; today: string; unbound?: boolean },
): Promise<PricedLine[]> {
  const wanted = [...new Set(lines.map(({ itemNo }) => itemNo))]
  const rows =
    wanted.length === 0
      ? []
      : await tx
          .selectFrom('product_access as a')
          .innerJoin('products as p', 'p.id', 'a.product_id')
          .leftJoinLateral(
            sql<{
              unit_price: string | null
              unit: string | null
            }>`portal.price_on(a.tenant_id, p.source_id, p.item_no, ${currency}, ${today}::date)`.as('price'),
            (join) => join.onTrue(),
          )
          .where('a.tenant_id', '=', tenantId)
          .where('p.item_no', 'in', wanted)
          .where('p.active', '=', true)
          .where(sql<boolean>`a.offered is distinct from false`)
          .select(PRODUCT_COLUMNS)
          .select([
            'price.unit_price',
            'a.minimum_quantity as agreed',
            'a.lead_weeks_from as from',
            'a.lead_weeks_to as to',
          ])
          .orderBy('p.id')
          .execute()
  // Of two systems' products with one number the first counts.
  const byItem = new Map(rows.toReversed().map((row) => [row.item_no, row]))
  return lines.map(({ itemNo, quantity }, at): PricedLine => {
    const row = byItem.get(itemNo)
    const line = { lineNo: at + 1, itemNo, quantity: thousandths(quantity) / 1000 }
    if (!row)
      return {
        ...line,
        ...{
          productId: null,
          name: null,
          unit: null,
          unitPrice: null,
          cents: null,
          minimum: null,
          leadWeeks: null,
        },
        fault: 'unknown_item',
      }
    const product = toProduct({
      ...row,
      minimum_quantity: row.minimum_quantity ?? row.agreed,
      lead_weeks_from: row.lead_weeks_from ?? row.from,
      lead_weeks_to: row.lead_weeks_to ?? row.to,
    })
    const minimum = product.minimum?.quantity ?? null
    return {
      ...line,
      ...{ productId: row.id, name: row.name, unit: product.unit ?? product.minimum?.unit ?? null },
      unitPrice: row.unit_price,
      cents: row.unit_price === null ? null : amountOf(line.quantity, row.unit_price),
      ...{ minimum, leadWeeks: product.leadWeeks },
      fault: !unbound && minimum !== null && line.quantity < minimum ? 'below_minimum' : null,
    }
  })
}

/** Exact, half away from zero, as the database rounds: quantity in thousandths times a price of six decimals. */
function amountOf(quantity: number, unitPrice: string): bigint {
  const [whole = '0', part = ''] = unitPrice.split('.')
  const millionths = BigInt(whole + part.padEnd(6, '0').slice(0, 6))
  return (BigInt(thousandths(quantity)) * millionths + 5_000_000n) / 10_000_000n
}

export const totalsOf = (lines: readonly PricedLine[]) => ({
  total_cents: lines.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n),
  unpriced_lines: lines.filter(({ cents }) => cents === null).length,
  line_count: lines.length,
})
