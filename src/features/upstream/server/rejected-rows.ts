import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { RejectedRows, RowSeal } from '../../ingestion/server/published.ts'
import type { RawRow } from '../contract.ts'

/** The faulty rows of a batch as they were sent; null where none are kept any more. */
export async function openRows(tx: Tx, batch: number, seal: RowSeal): Promise<RejectedRows | null> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from rejected_rows where batch = ${batch}::bigint`.execute(tx)
  return rows[0] ? seal.open(batch, rows[0].sealed) : null
}

/** One of them. 404: there is no such row, or it is not kept any more. */
export async function rawRow(
  tx: Tx,
  { batch, row }: { batch: number; row: number },
  seal: RowSeal,
): Promise<RawRow> {
  const kept = await openRows(tx, batch, seal)
  const found = kept?.rows.find((one) => one.row === row)
  if (!kept || !found) throw refuse(404, 'not_found')
  const { cells, cut } = found
  return { headings: kept.headings && [...kept.headings], cells, cut }
}
