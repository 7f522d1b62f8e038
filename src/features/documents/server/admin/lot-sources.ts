import { sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { LotSource } from '../../lot-sources-contract.ts'

/** The systems upstream that know one of these lot numbers; and `besides`, where there is such a system. */
async function sourcesOf(tx: Tx, lotNos: readonly string[], besides: number | null): Promise<LotSource[]> {
  const { rows } = await sql<LotSource>`
    select s.id, s.name, s.knows from auth.lot_sources(${lotNos}::text[], ${besides}::smallint) s`.execute(tx)
  return rows
}

export async function listLotSources(
  tx: Tx,
  { lotNos, besides }: { lotNos: string; besides?: number | undefined },
): Promise<{ sources: LotSource[] }> {
  const numbers = lotNos.split(',').flatMap((one) => one.trim() || [])
  return { sources: await sourcesOf(tx, numbers, besides ?? null) }
}

type Lots = { lotNos: readonly string[]; lotSource: number | null }

/**
 * Whose numbers the lots of a document are, as it is stored: what is said, else what stood there while the numbers are the same;
 * null: the database finds the one that alone knows them, now or when it brings them. @throws 422 where somebody has to say which
 */
export async function storedLotSource(
  tx: Tx,
  { lotNos, lotSource }: Lots,
  stored?: { lot_nos: readonly string[]; lot_source: number | null },
): Promise<number | null> {
  if (lotNos.length === 0) return null
  const same = stored && stored.lot_nos.join('\n') === lotNos.join('\n') ? stored.lot_source : null
  const wanted = lotSource ?? same
  const sources = await sourcesOf(tx, lotNos, wanted)
  const known = sources.filter(({ knows }) => knows)
  if (wanted === null ? known.length > 1 : !sources.some(({ id }) => id === wanted))
    throw refuse(422, 'ambiguous_lot')
  return wanted
}
