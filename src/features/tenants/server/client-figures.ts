import type { Tx } from '../../../platform/server/database/tx.ts'
import type { ClientDetail } from '../contract.ts'

/** The newest of something, each with how many there are. */
type Newest = (
  tx: Tx,
  tenantId: number,
  most: number,
) => Promise<{ id: number; title: string; at: string; total: number }[]>

/** What other features tell of one client; they publish it, the application puts it together. */
export type ClientFigures = {
  groups: (tx: Tx, tenantId: number) => Promise<ClientDetail['groups']>
  sales: (tx: Tx, tenantId: number) => Promise<ClientDetail['sales']>
  newest: Record<keyof ClientDetail['newest'], Newest>
}
