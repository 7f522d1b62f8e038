import type { BenchDatabase } from './bench-database.ts'
import { once } from './timing.ts'

/** The newest fifth of the lines as current sales too, as delivered (bench.delivered_current) and landed at once. */
export async function loadCurrentSales({
  client,
  rows,
}: BenchDatabase): Promise<{ lines: number; ms: number }> {
  const lines = Math.floor(rows / 5)
  await client.query(
    `create table bench.delivered_current as select * from bench.delivered where id > ${rows - lines}`,
  )
  const ms = await once(() =>
    client.query(`begin; set local portal.bulk = 'on';
      insert into portal.current_sales (tenant_id, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents,
        so, unit_price, source_key)
      select tenant_id, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, unit_price,
        source_key from bench.ready where id > ${rows - lines} order by id;
      commit`),
  )
  return { lines, ms }
}
