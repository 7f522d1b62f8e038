import { sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { zoneOfAsker } from '../../../platform/server/zone-of-asker.ts'
import type { AuditRow } from '../contract.ts'
import { type AuditFilter, atOfMicros, auditRows, selectAudit, withPeople } from './select-audit.ts'

type ListAudit = AuditFilter & { limit: number; cursor?: string | undefined }

const Cursor = z.tuple([z.int().min(-8e15).max(8e15), z.int(), z.int()])

/** A page of the trail, the newest first; the first page counts all rows. */
export async function listAudit(tx: Tx, actor: Actor, { limit, cursor, ...ask }: ListAudit) {
  const filter = { ...ask, zone: (await zoneOfAsker(tx, actor)) ?? 'UTC' }
  const after = openCursor(cursor, Cursor)
  let page = auditRows(tx, filter).limit(limit + 1)
  if (after) {
    const [micros, tenantId, seq] = after
    page = page.where(
      sql<boolean>`(a.at, a.tenant_id, a.seq) < (${atOfMicros(micros)}, ${tenantId}::int, ${seq}::bigint)`,
    )
  }
  const rows = await page.execute()
  const counted = after
    ? undefined
    : await selectAudit(tx, filter)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const items: AuditRow[] = await withPeople(tx, shown)
  return {
    items,
    nextCursor: rows.length > limit && last ? sealCursor([last.micros, last.tenantId, last.seq]) : null,
    total: counted?.total ?? null,
  }
}
