import type { KeyScopes } from '../../contract/endpoint.ts'
import type { Way } from '../../contract/problem.ts'

/** Who asks, as the database established it from the session token. */
export type Actor = {
  userId: string
  sessionId: string
  /** member: one tenant · staff: the tenants in `tenantIds` (also an administrator who narrowed to one) · admin: all · none: signed in, no access yet. */
  kind: 'member' | 'staff' | 'admin' | 'none'
  tenantId: number | null
  /** null: every tenant. */
  tenantIds: number[] | null
  role: string | null
  permissions: string[]
  hiddenModules: string[]
  language: string | null
  tenantLanguage: string | null
  /** The tenant's, or the installation's for those who look at several. ISO 4217. */
  currency: string
  isAdmin: boolean
  isStaff: boolean
  expiresAt: string
  lastActiveAt: string
  /** What they can show as a second factor; null: they have none. */
  ways: Way[] | null
  /** A member's tenant asks for one, whatever the installation does. */
  tenantRequiresFactor: boolean
  /** When it was last given in this session; null: not in this one. */
  secondFactorAt: string | null
  passwordAt: string
  /** When it was looked who asks, by the database's clock: the one that decides what has run out. */
  askedAt: string
  /** A session that may look and change nothing: by a code (A2), or through a role's eyes (H1). */
  mode: 'temporary' | 'view_as' | null
}

/** An upstream system, as the database established it from its key. */
export type UpstreamActor = {
  keyId: number
  sourceId: number
  /** null: the key may write rows of every tenant. */
  tenantId: number | null
  scope: KeyScopes
}

/** No session behind the token, or a retired token came back (`reusedSession`: its family must end). */
export class NoSession extends Error {
  readonly reusedSession: string | undefined
  constructor(reusedSession?: string) {
    super('no session')
    this.reusedSession = reusedSession
  }
}

export function toActor(row: Record<string, unknown>): Actor {
  return {
    userId: row.user_id as string,
    sessionId: row.session_id as string,
    kind: row.kind as Actor['kind'],
    tenantId: row.tenant_id as number | null,
    tenantIds: row.tenant_ids as number[] | null,
    role: row.role as string | null,
    permissions: row.permissions as string[],
    hiddenModules: row.hidden_modules as string[],
    language: row.language as string | null,
    tenantLanguage: row.tenant_language as string | null,
    currency: row.currency as string,
    isAdmin: row.is_admin as boolean,
    isStaff: row.is_staff as boolean,
    expiresAt: row.expires_at as string,
    lastActiveAt: row.last_active_at as string,
    ways: row.ways as Actor['ways'],
    tenantRequiresFactor: row.tenant_requires_factor as boolean,
    secondFactorAt: row.second_factor_at as string | null,
    passwordAt: row.password_at as string,
    askedAt: row.asked_at as string,
    mode: row.mode as Actor['mode'],
  }
}

export function toUpstreamActor(row: Record<string, unknown>): UpstreamActor {
  return {
    keyId: row.key_id as number,
    sourceId: row.source_id as number,
    tenantId: row.tenant_id as number | null,
    scope: row.scope as UpstreamActor['scope'],
  }
}
