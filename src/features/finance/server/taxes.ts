import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { TaxRate } from '../taxes-contract.ts'

const RATE = sql<string>`trim_scale(rate)::text`.as('rate')

const rows = (tx: Tx) =>
  tx.selectFrom('tax_rates').select(['id', 'place', 'name', RATE, 'valid_from as from'])

export async function listTaxRates(tx: Tx): Promise<{ items: TaxRate[] }> {
  const items = await rows(tx).orderBy('place').orderBy('name').orderBy('valid_from', 'desc').execute()
  return { items }
}

const told = ({ place, name, rate, from }: TaxRate) => ({ place, name, rate, from })

/** What is issued already keeps the taxes that stand on it. */
export async function keepTaxRate(
  tx: Tx,
  { place, name, rate, from }: Omit<TaxRate, 'id'>,
  record: (act: Act) => void,
): Promise<TaxRate> {
  const ofKey = rows(tx).where('place', '=', place).where('name', '=', name).where('valid_from', '=', from)
  const before = await ofKey.executeTakeFirst()
  await sql`select portal.keep_tax_rate(${place}, ${name}, ${rate}::numeric, ${from}::date)`.execute(tx)
  const after = await ofKey.executeTakeFirstOrThrow()
  record({
    ...{ chain: 0, objectType: 'tax_rate', objectId: String(after.id) },
    ...(before && { before: told(before) }),
    after: told(after),
  })
  return after
}

export async function removeTaxRate(
  tx: Tx,
  { id }: { id: number },
  record: (act: Act) => void,
): Promise<{ removed: true }> {
  const before = await rows(tx).where('id', '=', id).executeTakeFirst()
  if (!before) throw refuse(404, 'not_found')
  await sql`select portal.remove_tax_rate(${id}::int)`.execute(tx)
  record({ chain: 0, objectType: 'tax_rate', objectId: String(id), before: told(before) })
  return { removed: true }
}
