import { sql } from 'kysely'
import { moneyText } from '../../../platform/domain/money-text.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { refuseOtherVersion } from '../../../platform/server/endpoint/known-version.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Address } from '../contract.ts'
import { tenantFor } from './find-po.ts'

type Stored = { addresses: Address[]; limit: string | null; version: number }

async function readStored(tx: Tx, tenantId: number, hold = false): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select s.addresses, s.approval_limit_cents::text as limit, s.version from portal.purchase_settings s
     where s.tenant_id = ${tenantId}::int ${hold ? sql`for update` : sql``}`.execute(tx)
  return rows[0] ?? { addresses: [], limit: null, version: 0 }
}

/** In cents; null: nothing needs approval. */
export async function readLimit(tx: Tx, tenantId: number): Promise<bigint | null> {
  const { limit } = await readStored(tx, tenantId)
  return limit === null ? null : BigInt(limit)
}

export async function readSettings(tx: Tx, actor: Actor, { tenant: asked }: { tenant?: number | undefined }) {
  const tenant = await tenantFor(tx, actor, asked)
  const { addresses, limit, version } = await readStored(tx, tenant.id)
  return {
    addresses,
    version,
    currency: tenant.currency,
    approvalLimit: limit === null ? null : moneyText(BigInt(limit)),
  }
}

type Change = { addresses: Address[] } | { cents: bigint | null }

/** The row is made by the first who needs it; of two at once the second is told. */
async function change(tx: Tx, tenantId: number, known: number | undefined, what: Change) {
  const stored = await readStored(tx, tenantId, true)
  refuseOtherVersion(known, stored.version)
  const addresses = JSON.stringify('addresses' in what ? what.addresses : stored.addresses)
  const limit = 'cents' in what ? (what.cents === null ? null : String(what.cents)) : stored.limit
  const { rows } = await sql<{ version: number }>`
    insert into portal.purchase_settings as s (tenant_id, addresses, approval_limit_cents, version)
      values (${tenantId}::int, ${addresses}::jsonb, ${limit}::bigint, 1)
    on conflict (tenant_id) do update set addresses = excluded.addresses, approval_limit_cents = excluded.approval_limit_cents,
      version = s.version + 1 where s.version = ${stored.version}::int
    returning s.version`.execute(tx)
  if (!rows[0]) throw refuse(412, 'stale_version')
  return { stored, version: rows[0].version }
}

const about = (tenantId: number) => ({
  chain: tenantId,
  objectType: 'purchase_settings',
  objectId: String(tenantId),
})

export async function keepAddresses(
  tx: Tx,
  actor: Actor,
  ask: { tenant?: number | undefined; addresses: Address[]; version: number | undefined },
  record: (act: Act) => void,
) {
  const tenant = await tenantFor(tx, actor, ask.tenant)
  const { stored, version } = await change(tx, tenant.id, ask.version, { addresses: ask.addresses })
  record({
    ...about(tenant.id),
    before: { addresses: stored.addresses },
    after: { addresses: ask.addresses },
  })
  return { version }
}

/** By somebody of the tenant alone: what they may spend is not for the manufacturer to say. */
export async function setLimit(
  tx: Tx,
  actor: Actor,
  ask: { approvalLimit: string | null; version: number | undefined },
  record: (act: Act) => void,
) {
  if (actor.kind !== 'member' || actor.tenantId === null) throw refuse(403, 'permission_denied')
  const cents = ask.approvalLimit === null ? null : BigInt(ask.approvalLimit.replace('.', ''))
  const { stored, version } = await change(tx, actor.tenantId, ask.version, { cents })
  record({
    ...about(actor.tenantId),
    before: { approvalLimit: stored.limit === null ? null : moneyText(BigInt(stored.limit)) },
    after: { approvalLimit: ask.approvalLimit },
  })
  return { version }
}
