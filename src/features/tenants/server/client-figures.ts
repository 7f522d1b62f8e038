import type { Handle } from '../../../platform/server/database/handle.ts'
import type { ClientDetail } from '../contract.ts'

/** The newest of something, each with how many there are. */
type Newest = (
  tx: Handle,
  tenantId: number,
  most: number,
) => Promise<{ id: number; title: string; at: string; total: number }[]>

/** What other features tell of one client; they publish it, the application puts it together. */
export type ClientFigures = {
  groups: (tx: Handle, tenantId: number) => Promise<ClientDetail['groups']>
  sales: (tx: Handle, tenantId: number) => Promise<ClientDetail['sales']>
  newest: Record<keyof ClientDetail['newest'], Newest>
}
