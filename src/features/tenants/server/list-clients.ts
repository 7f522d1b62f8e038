import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { type SortedAsk, type SortedList, sortedPage } from '../../../platform/server/endpoint/sorted-page.ts'
import type { CLIENT_STATES, ClientRow, ClientSort } from '../contract.ts'

export type ClientsFilter = {
  search?: string | undefined
  state?: (typeof CLIENT_STATES)[number] | undefined
}

const KEYS = {
  name: { text: sql`r.name` },
  orders: { count: sql`r.orders` },
  people: { count: sql`r.people` },
  lastSignIn: { moment: sql`r."lastSignIn"` },
  lastData: { moment: sql`r."lastData"` },
  createdAt: { moment: sql`r."createdAt"` },
}

/** Clients that fit, with what there is of each. */
export function clientsOf({ search, state }: ClientsFilter): SortedList<ClientSort> {
  return {
    rows: sql`
      select c.id, c.name, c.language, c.currency, c.suspended_at as "suspendedAt", c.created_at as "createdAt", c.orders, c.people,
             c.last_sign_in as "lastSignIn", c.last_data as "lastData"
        from portal.client_overview(null) c
       where portal.contains_folded(portal.search_fold(c.name), ${search ?? ''})
         and (${state ?? null}::text is null or (c.suspended_at is null) = (${state ?? null}::text = 'active'))`,
    keys: KEYS,
    id: { column: 'id', type: 'int' },
  }
}

/** The same page by page; the first page counts all of them. */
export async function listClients(tx: Tx, ask: ClientsFilter & SortedAsk<ClientSort>) {
  const { rows, ...page } = await sortedPage<ClientRow, ClientSort>(tx, clientsOf(ask), ask)
  return { items: rows, ...page }
}
