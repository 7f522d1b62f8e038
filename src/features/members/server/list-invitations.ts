import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { type SortedAsk, sortedPage } from '../../../platform/server/endpoint/sorted-page.ts'
import type { INVITATION_SORTS, Invitation } from '../contract.ts'
import { managedTenant } from './managed-tenant.ts'

type Row = Pick<Invitation, 'id' | 'email' | 'role'> & {
  invited_by: string | null
  created_at: string
  ends_at: string
}

const KEYS = {
  email: { text: sql`r.email` },
  role: { text: sql`r.role` },
  invitedBy: { text: sql`coalesce(r.invited_by, '')` },
  createdAt: { moment: sql`r.created_at` },
  endsAt: { moment: sql`r.ends_at` },
}

/** Who is invited into the tenant and has not come yet, page by page. */
export async function listInvitations(
  tx: Tx,
  actor: Actor,
  ask: SortedAsk<(typeof INVITATION_SORTS)[number]> & { search?: string | undefined },
) {
  const rows = sql`select * from portal.list_invitations(${managedTenant(actor)}::int, ${ask.search ?? null})`
  const list = { rows, keys: KEYS, id: { column: 'id', type: 'int' } } as const
  const page = await sortedPage<Row, keyof typeof KEYS>(tx, list, ask)
  return {
    items: page.rows.map(
      ({ id, email, role, invited_by: invitedBy, created_at: createdAt, ends_at: endsAt }): Invitation => ({
        ...{ id, email, role, invitedBy, createdAt, endsAt },
      }),
    ),
    nextCursor: page.nextCursor,
    total: page.total,
  }
}
