import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { newIngestKey } from '../../tenants/server/published.ts'
import type { UpstreamKey } from '../contract.ts'

export async function listKeys(tx: Tx): Promise<{ items: UpstreamKey[]; sources: string[] }> {
  const [keys, sources] = await Promise.all([
    sql<UpstreamKey>`
      select k.id, k.label, k.scope, k.source,
             case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as client,
             k.created_at as "createdAt", coalesce(p.name, k.created_by) as "createdBy", k.last_used_at as "lastUsedAt",
             b.batch as "lastBatch", k.revoked_at as "revokedAt"
        from auth.list_ingest_keys() k
        left join tenants t on t.id = k.tenant_id
        left join profiles p on p.user_id = k.created_by
        left join lateral (
          select json_build_object('id', b.id, 'at', to_char(b.received_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as batch
            from ingest_batches b where b.key_id = k.id and b.refusal is null order by b.id desc limit 1) b on true
       order by k.revoked_at is not null, k.id desc`.execute(tx),
    sql<{ name: string }>`select name from auth.ingest_source_names() order by name`.execute(tx),
  ])
  return { items: keys.rows, sources: sources.rows.map(({ name }) => name) }
}

type NewKey = { label: string; scope: UpstreamKey['scope']; source: string; client: number | null }

/** The answer is the only time that the key can be seen. 404: the client that it is bound to does not exist. */
export async function issueKey(
  tx: Tx,
  { label, scope, source, client }: NewKey,
  record: (act: Act) => void,
): Promise<{ id: number; key: string }> {
  if (client !== null) {
    const known = await tx.selectFrom('tenants').select('id').where('id', '=', client).executeTakeFirst()
    if (!known) throw refuse(404, 'not_found')
  }
  const { key, hash } = newIngestKey()
  const { rows } = await sql<{ id: number }>`
    select auth.issue_ingest_key(${label}, ${scope}, ${source}, ${client}::int, ${hash}) as id`.execute(tx)
  const { id } = rows[0] as { id: number }
  record({
    chain: client ?? 0,
    objectType: 'ingest_key',
    objectId: String(id),
    after: { label, scope, source, client },
  })
  return { id, key }
}

/** 404: there is no such key, or it was withdrawn before. */
export async function revokeKey(tx: Tx, id: number, record: (act: Act) => void): Promise<{ revoked: true }> {
  const { rows } = await sql<{
    label: string | null
  }>`select auth.revoke_ingest_key(${id}::int) as label`.execute(tx)
  if (rows[0]?.label == null) throw refuse(404, 'not_found')
  record({
    objectType: 'ingest_key',
    objectId: String(id),
    before: { revoked: false },
    after: { revoked: true, label: rows[0].label },
  })
  return { revoked: true }
}
