import { sql } from 'kysely'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import type { Log } from '../../../platform/server/log.ts'
import type { Checkpoints, Position } from './checkpoints.ts'

const LOOK_EVERY_MS = 5 * 60_000
const HOUR_MS = 3_600_000

/** Signs where the chains stand, now. */
export async function signAudit(location: DatabaseLocation, checkpoints: Checkpoints): Promise<number> {
  const { rows } = await withOwner(location, (tx) =>
    sql<Position>`select tenant_id, seq, hash from portal.audit_positions()`.execute(tx),
  )
  return checkpoints.keep(rows)
}

/** Every hour (D10): what was on record then cannot go unnoticed. */
export function watchAudit(location: DatabaseLocation, checkpoints: Checkpoints, log: Log) {
  let busy = false
  async function look() {
    if (busy) return
    busy = true
    try {
      const last = checkpoints.lastAt()
      if (last === null || Date.now() - Date.parse(last) >= HOUR_MS) await signAudit(location, checkpoints)
    } catch (fault) {
      log.error({ fault: String(fault) }, 'the audit chains were not signed')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Signed positions that the chains do not hold any more, and signatures that are not ours. */
export async function lostPositions(
  tx: Handle,
  checkpoints: Checkpoints,
  /** Signed positions that somebody kept elsewhere. */
  others: readonly Position[] = [],
): Promise<{ tenant_id: number; seq: number }[]> {
  const { positions, forged } = checkpoints.newest()
  const { rows } = await sql<{ tenant_id: number; seq: number }>`
    select tenant_id, seq from portal.lost_audit_positions(${JSON.stringify([...positions.values(), ...others])}::jsonb)`.execute(
    tx,
  )
  return [...rows, ...forged.map(({ tenant_id, seq }) => ({ tenant_id, seq }))]
}
