import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { LotDetail } from '../contract.ts'
import { type AskedLot, findLot } from './find-lot.ts'
import { readCertificates } from './lot-certificates.ts'
import { readLotLines } from './lot-lines.ts'
import { readLotResults } from './lot-results.ts'
import { lotRows, toLot } from './lot-rows.ts'
import { readLotShipments } from './lot-shipments.ts'

/** One lot with what was found of it and the asker's own order lines. 404 and 409 as findLot has them. */
export async function getLot(tx: Tx, actor: Actor, asked: AskedLot): Promise<LotDetail> {
  const place = await findLot(tx, asked)
  const [row, made, results, lines, certificates, shipments, feed] = await Promise.all([
    lotRows(tx).where('x.id', '=', place.id).executeTakeFirst(),
    actor.kind === 'admin' ? readMade(tx, place.id) : null,
    readLotResults(tx, place),
    readLotLines(tx, actor, place),
    readCertificates(tx, actor, place),
    readLotShipments(tx, actor, place),
    tx.selectFrom('feeds').select('last_batch_at').where('kind', '=', 'lots').executeTakeFirst(),
  ])
  if (!row) throw refuse(404, 'not_found')
  return {
    lot: { ...toLot(row), made },
    results,
    ...lines,
    ...certificates,
    shipments,
    asOf: feed?.last_batch_at ?? null,
  }
}

async function readMade(tx: Tx, id: number): Promise<LotDetail['lot']['made']> {
  const { rows } = await sql<{ quantity: number; unit: string | null }>`
    select x.quantity::float8 as quantity, nullif(btrim(x.unit), '') as unit from portal.lots x
     where x.id = ${id}::bigint and x.quantity is not null`.execute(tx)
  return rows[0] ?? null
}
