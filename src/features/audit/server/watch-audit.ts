import { sql } from 'kysely'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import type { Log } from '../../../platform/server/log.ts'
import type { Checkpoints, Position } from './checkpoints.ts'

const POLL_INTERVAL_MS = 5 * 60_000
const HOUR_MS = 3_600_000

/**
 * Signs where the chains stand, now: how many. A chain that does not hold what was signed of it before is signed no more,
 * as a newer signature over it would hide what became of the older one; `broken`: those chains.
 */
export async function signAudit(
  location: DatabaseLocation,
  checkpoints: Checkpoints,
): Promise<{ signed: number; broken: number[] }> {
  const { positions, lost } = await withOwner(location, async (tx) => ({
    lost: await notThere(tx, [...checkpoints.newest().positions.values()]),
    positions: (await sql<Position>`select tenant_id, seq, hash from portal.audit_positions()`.execute(tx))
      .rows,
  }))
  const broken = lost.map(({ tenant_id }) => tenant_id)
  const whole = positions.filter(({ tenant_id }) => !broken.includes(tenant_id))
  return { signed: checkpoints.keep(whole), broken }
}

/** Every hour (D10): what was on record then cannot go unnoticed. */
export function watchAudit(location: DatabaseLocation, checkpoints: Checkpoints, log: Log) {
  let busy = false
  async function look() {
    if (busy) return
    busy = true
    try {
      const last = checkpoints.lastAt()
      if (last !== null && Date.now() - Date.parse(last) < HOUR_MS) return
      const { broken } = await signAudit(location, checkpoints)
      if (broken.length > 0)
        log.error({ tenants: broken }, 'audit chains do not hold what was signed of them')
    } catch (fault) {
      log.error({ fault: String(fault) }, 'the audit chains were not signed')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void look(), POLL_INTERVAL_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** The first signed position of each chain that it does not hold any more, and signatures that are not ours. */
export async function lostPositions(
  tx: Tx,
  checkpoints: Checkpoints,
  /** Signed positions that somebody kept elsewhere. */
  others: readonly Position[] = [],
): Promise<{ tenant_id: number; seq: number }[]> {
  const { positions, forged } = checkpoints.newest()
  const newest = await notThere(tx, [...positions.values(), ...others])
  // Who works a chain out anew from a row on loses all that was signed since: the oldest says where.
  const broken = new Set(newest.map(({ tenant_id }) => tenant_id))
  const rows = broken.size > 0 ? await notThere(tx, [...checkpoints.signedOf(broken), ...others]) : []
  return [...rows, ...forged.map(({ tenant_id, seq }) => ({ tenant_id, seq }))]
}

async function notThere(
  tx: Tx,
  positions: readonly Position[],
): Promise<{ tenant_id: number; seq: number }[]> {
  const { rows } = await sql<{ tenant_id: number; seq: number }>`
    select tenant_id, min(seq) as seq from portal.lost_audit_positions(${JSON.stringify(positions)}::jsonb)
     group by tenant_id order by tenant_id`.execute(tx)
  return rows
}
