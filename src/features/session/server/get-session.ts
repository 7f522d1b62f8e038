import { sql } from 'kysely'
import { MODULES, PERMISSIONS } from '../../../platform/contract/permissions.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { zoneOfAsker } from '../../../platform/server/zone-of-asker.ts'
import type { Preferences, Session } from '../contract.ts'
import { IDLE_MINUTES } from '../domain/idle.ts'

/** Everything the screens need to know of the asker, in one transaction (A3, A7, A8). */
export async function getSession(tx: Tx, actor: Actor): Promise<Session> {
  const looks = actor.mode === 'view_as'
  const [profile, tenant, memberships, named, timezone, view] = await Promise.all([
    tx
      .selectFrom('profiles')
      .select(['name', 'email', 'language', 'theme', 'density', 'timezone'])
      .where('user_id', '=', actor.userId)
      .executeTakeFirst(),
    actor.tenantId === null
      ? undefined
      : tx
          .selectFrom('tenants')
          .select(['id', 'name', 'currency'])
          .where('id', '=', actor.tenantId)
          .executeTakeFirst(),
    sql<{ tenant_id: number; tenant_name: string; role: string }>`select * from auth.memberships()`.execute(
      tx,
    ),
    tx.selectFrom('roles').select(['key', 'name']).where('named', '=', true).execute(),
    zoneOfAsker(tx, actor),
    looks ? sql<{ until: string }>`select auth.viewing_ends() as until`.execute(tx) : undefined,
  ])
  const everything = actor.isAdmin
  const nothing = actor.kind === 'none'
  return {
    user: {
      id: actor.userId,
      name: profile?.name ?? '',
      email: profile?.email ?? '',
      globalAdmin: actor.isAdmin,
      staff: actor.isStaff,
      preferences: {
        language: (profile?.language ?? null) as Preferences['language'],
        theme: (profile?.theme ?? null) as Preferences['theme'],
        density: (profile?.density ?? null) as Preferences['density'],
        timezone: profile?.timezone ?? null,
      },
    },
    role: actor.role,
    tenant: tenant ? { ...tenant, language: actor.tenantLanguage } : null,
    // What is looked at leads nowhere else.
    memberships: (looks ? [] : memberships.rows).map((m) => ({
      tenantId: m.tenant_id,
      tenantName: m.tenant_name,
      role: m.role,
    })),
    modules: Object.fromEntries(
      MODULES.map((id) => [id, everything || (!nothing && !actor.hiddenModules.includes(id))]),
    ) as Session['modules'],
    permissions: PERMISSIONS.filter((permission) => may(actor, permission)),
    timezone,
    temporary: actor.mode === 'temporary',
    viewing: view?.rows[0] ? { until: view.rows[0].until } : null,
    roleNames: Object.fromEntries(named.map(({ key, name }) => [key, name])),
    expiresAt: actor.expiresAt,
    idleEndsAt: new Date(Date.parse(actor.lastActiveAt) + IDLE_MINUTES * 60_000).toISOString(),
    at: actor.askedAt,
  }
}
