import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { PasswordHashing } from './password-hashing.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export type InvitationLink = {
  email: string
  /** Null: to the manufacturer’s own people. */
  tenantId: number | null
  /** The manufacturer’s name for its own people; null where nobody has given one. */
  tenant: string | null
  role: string
  /** Null: the role has the name that it came with. */
  roleName: string | null
  endsAt: string
  /** Of the account that has the address already, which must sign in to take it up. */
  userId: string | null
}

/** Invitations by their links, as role portal_auth: each good once, for its address alone (A6). */
export function createInvitations(pool: pg.Pool, hashing: PasswordHashing) {
  const accept = async (token: string, ...values: (string | null)[]): Promise<boolean> => {
    const { rows } = await pool.query('select auth.accept_invitation($1, $2, $3, $4, $5) as who', [
      hashOf(token),
      ...values,
    ])
    return rows[0].who !== null
  }
  return {
    /** Undefined: the link is void. */
    async find(token: string): Promise<InvitationLink | undefined> {
      const { rows } = await pool.query('select * from auth.find_invitation($1)', [hashOf(token)])
      const [row] = rows
      return (
        row && {
          ...row,
          tenantId: row.tenant_id,
          roleName: row.role_name,
          endsAt: row.ends_at,
          userId: row.user_id,
        }
      )
    },
    /** By the person who is signed in; false when that is not the one who was invited. */
    acceptSignedIn: (token: string, session: string, traceId: string) =>
      accept(token, session, null, null, traceId),
    /** By somebody new. */
    acceptNew: async (token: string, name: string, password: string, traceId: string) =>
      accept(token, null, name, await hashing.hash(password), traceId),
  }
}
