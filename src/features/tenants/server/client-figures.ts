import type { Handle } from '../../../platform/server/database/handle.ts'
import type { ClientDetail } from '../contract.ts'

/** What other features tell of one client; they publish it, the application puts it together. */
export type ClientFigures = {
  groups: (tx: Handle, tenantId: number) => Promise<ClientDetail['groups']>
  sales: (tx: Handle, tenantId: number) => Promise<ClientDetail['sales']>
}
