import { sql } from 'kysely'
import { numberKey } from '../../../platform/domain/number-key.ts'
import { isWhole, pricePer } from '../../../platform/domain/units.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { PRODUCT_COLUMNS, toProduct } from '../../products/server/published.ts'
import type { LINE_FAULTS } from '../contract.ts'
import { lineAmount, losesThousandth } from '../domain/line-amount.ts'

export type Wanted = { itemNo: string; quantity: number }

/** A line with what counts for it now; without a product it cannot be kept. */
export type PricedLine = Wanted & {
  lineNo: number
  productId: number | null
  name: string | null
  unit: string | null
  unitPrice: string | null
  /** The quantity of its unit that the price is for. */
  pricePer: string
  cents: bigint | null
  minimum: number | null
  /** Another one than the line's: they cannot be compared. */
  minimumUnit: string | null
  leadWeeks: { from: number; to: number } | null
  fault: (typeof LINE_FAULTS)[number] | null
}

/** Quantities have three decimals; what is typed beyond them is no quantity that anybody makes. */
const thousandths = (quantity: number) => Math.round(quantity * 1000)

/** Today's terms of the lines of a tenant, as its catalogue has them: prices, least quantities, lead times. `unbound`: a replacement may be of less. */
export async function readTerms(
  tx: Tx,
  tenantId: number,
  lines: readonly Wanted[],
  { currency, today, unbound = false }: { currency: string; today: string; unbound?: boolean },
): Promise<PricedLine[]> {
  const wanted = [...new Set(lines.map(({ itemNo }) => numberKey(itemNo)))]
  const rows =
    wanted.length === 0
      ? []
      : await tx
          .selectFrom('product_access as a')
          .innerJoin('products as p', 'p.id', 'a.product_id')
          .leftJoin('class_terms as u', 'u.class', 'p.class')
          .leftJoinLateral(
            sql<{
              unit_price: string | null
              stated: string | null
            }>`(select x.unit_price, x.unit as stated from portal.price_on(a.tenant_id, p.source_id, p.item_no, ${currency}, ${today}::date) x)`.as(
              'price',
            ),
            (join) => join.onTrue(),
          )
          .where('a.tenant_id', '=', tenantId)
          .where('p.item_key', 'in', wanted)
          .where('p.active', '=', true)
          .where(sql<boolean>`a.offered is distinct from false`)
          .select(PRODUCT_COLUMNS)
          .select([
            'price.unit_price',
            'price.stated as price_unit',
            'a.minimum_quantity as agreed',
            'a.lead_weeks_from as from',
            'a.lead_weeks_to as to',
          ])
          .orderBy(sql`p.source_id = 0`)
          .orderBy('p.id')
          .execute()
  // The number as it is written first, then as it is compared; of two systems' products with one number the first counts.
  const rowOf = (itemNo: string) => {
    const exact = rows.find((row) => row.item_no === itemNo)
    return exact ?? rows.find((row) => numberKey(row.item_no) === numberKey(itemNo))
  }
  // A minimum is of the item: its lines count together.
  const ordered = new Map<number, number>()
  for (const { itemNo, quantity } of lines) {
    const id = rowOf(itemNo)?.id
    if (id !== undefined) ordered.set(id, (ordered.get(id) ?? 0) + thousandths(quantity))
  }
  return lines.map(({ itemNo, quantity }, at): PricedLine => {
    const row = rowOf(itemNo)
    const line = { lineNo: at + 1, itemNo: row?.item_no ?? itemNo, quantity: thousandths(quantity) / 1000 }
    if (!row)
      return {
        ...line,
        ...{
          productId: null,
          name: null,
          unit: null,
          unitPrice: null,
          pricePer: '1',
          cents: null,
          minimum: null,
          minimumUnit: null,
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
    const { minimum } = product
    const unit = product.unit ?? minimum?.unit ?? null
    // A price in a unit that cannot be compared with the line's says nothing of what the line costs: it is confirmed.
    const per = row.unit_price === null ? null : pricePer(row.price_unit, unit)
    const unitPrice = per === null ? null : row.unit_price
    const compares = minimum === null || minimum.unit === unit
    const belowMinimum = compares ? 'below_minimum' : 'minimum_unit'
    const together = (ordered.get(row.id) ?? 0) / 1000
    const isLess = minimum !== null && (!compares || together < minimum.quantity)
    const isPart = isWhole(unit) && !Number.isInteger(line.quantity)
    return {
      ...line,
      ...{ productId: row.id, name: row.name, unit, unitPrice, pricePer: per ?? '1' },
      cents:
        unitPrice === null ? null : lineAmount(thousandths(line.quantity), unitPrice, per ?? '1', currency),
      ...{ minimum: minimum?.quantity ?? null, minimumUnit: minimum?.unit ?? null },
      leadWeeks: product.leadWeeks,
      fault: isPart ? 'part_of_unit' : !unbound && isLess ? belowMinimum : null,
    }
  })
}

/** @throws 422 for a line that comes to a third decimal, which is not kept */
export function refuseLostDigits(lines: readonly PricedLine[], currency: string): void {
  const lossy = lines.filter(
    ({ quantity, unitPrice, pricePer: per }) =>
      unitPrice !== null && losesThousandth(thousandths(quantity), unitPrice, per, currency),
  )
  if (lossy.length === 0) return
  throw refuse(422, 'amount_precision', {
    values: { currency },
    errors: lossy.map(({ lineNo }) => ({ path: `lines.${lineNo - 1}.quantity`, messageKey: 'thirdDecimal' })),
  })
}

export const totalsOf = (lines: readonly PricedLine[]) => ({
  total_cents: lines.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n),
  unpriced_lines: lines.filter(({ cents }) => cents === null).length,
  line_count: lines.length,
})
