import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Dashboard } from '../../dashboard/contract.ts'
import { sumsOf } from './sums-of.ts'

type Quantities = NonNullable<Dashboard['cards']['totalQuantity']>
type Evolution = NonNullable<Dashboard['cards']['ytdEvolution']>

type SalesToDate = Quantities &
  Pick<Evolution, 'years' | 'throughMonth' | 'months' | 'laterLines' | 'otherDataset'> & {
    toDate: Pick<Evolution, 'quantity' | 'revenue'>
    asOf: string | null
  }

/** Quantity over the whole history, and year-to-date against the year before (C1, D1), from the kept sums. */
export async function readSalesOnDashboard(
  tx: Tx,
  actor: Actor,
  { currency: asked, today }: { currency: string | undefined; today: string },
): Promise<Partial<Dashboard>> {
  const { rows } = await sql<{ sales: SalesToDate }>`
    select portal.sales_to_date(${sumsOf(actor)}::int[], ${actor.currency}, ${today}::date, ${asked ?? null}) as sales`.execute(
    tx,
  )
  const { sales } = rows[0] as { sales: SalesToDate }
  const {
    quantity,
    amount,
    currency,
    others,
    years,
    throughMonth,
    toDate,
    months,
    laterLines,
    otherDataset,
    asOf,
  } = sales
  return {
    cards: {
      totalQuantity: { quantity, amount, currency, others },
      ytdEvolution: { years, throughMonth, currency, ...toDate, months, laterLines, otherDataset },
    },
    asOf,
  }
}
