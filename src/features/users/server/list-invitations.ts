import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { type SortedAsk, sortedPage } from '../../../platform/server/endpoint/sorted-page.ts'
import type { OPEN_INVITATION_SORTS, OpenInvitation } from '../contract.ts'

type Row = Pick<OpenInvitation, 'id' | 'email' | 'tenant' | 'role'> & {
  invited_by: string | null
  created_at: string
  ends_at: string
}

const KEYS = {
  email: { text: sql`r.email` },
  tenant: { text: sql`coalesce(r.tenant, '')` },
  role: { text: sql`coalesce(r.role, '')` },
  invitedBy: { text: sql`coalesce(r.invited_by, '')` },
  createdAt: { moment: sql`r.created_at` },
  endsAt: { moment: sql`r.ends_at` },
}

/** Who is invited and has not come yet, to whatever it is, page by page. */
export async function listInvitations(
  tx: Tx,
  ask: SortedAsk<(typeof OPEN_INVITATION_SORTS)[number]> & { search?: string | undefined },
) {
  const rows = sql`select * from portal.open_invitations(${ask.search ?? null})`
  const list = { rows, keys: KEYS, id: { column: 'id', type: 'int' } } as const
  const page = await sortedPage<Row, keyof typeof KEYS>(tx, list, ask)
  return {
    items: page.rows.map(
      ({ id, email, tenant, role, invited_by, created_at, ends_at }): OpenInvitation => ({
        ...{ id, email, tenant, role },
        ...{ invitedBy: invited_by, createdAt: created_at, endsAt: ends_at },
      }),
    ),
    nextCursor: page.nextCursor,
    total: page.total,
  }
}
