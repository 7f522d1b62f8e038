import { sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'

const CODES = { pending: 'scan_pending', infected: 'scan_infected', failed: 'scan_failed' } as const
export type ScanState = keyof typeof CODES | 'clean'

/** What was to be scanned is not opened before the scanner said that it is clean (E8); null: there was none to ask. @throws 409 */
export function refuseUnclean(state: ScanState | null | undefined): void {
  if (state && state !== 'clean') throw refuse(409, CODES[state])
}

/** The same of a version, which is not released before either. @throws 409 */
export async function refuseUnscanned(tx: Tx, id: number, version: number): Promise<void> {
  const { rows } = await sql<{ state: ScanState }>`
    select s.state from portal.document_versions v join portal.document_scans s on s.checksum = v.checksum
     where v.document_id = ${id}::int and v.no = ${version}::int`.execute(tx)
  refuseUnclean(rows[0]?.state)
}
