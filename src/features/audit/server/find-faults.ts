import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Checkpoints, Position } from './checkpoints.ts'
import { lostPositions } from './watch-audit.ts'

export type ChainFault = { tenant_id: number; seq: number; problem: string }

/** The first bad row of every chain, and what was signed and is not there any more. As the owner. */
export async function findFaults(
  tx: Tx,
  checkpoints: Checkpoints,
  /** Signed positions that somebody kept elsewhere. */
  kept: readonly Position[] = [],
): Promise<ChainFault[]> {
  const { rows } = await sql<ChainFault>`select * from portal.verify_audit()`.execute(tx)
  const lost = await lostPositions(tx, checkpoints, kept)
  return [...rows, ...lost.map((row) => ({ ...row, problem: 'was signed, and is not there any more' }))]
}
