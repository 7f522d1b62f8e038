import { sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { AdminDocument, AdminVersion, Audience } from '../../admin-contract.ts'
import { STATUS } from '../document-status.ts'
import { orderNumber, type StoredAudience } from './audience.ts'

type Held = { hold_reason: string | null; held_by: string | null; held_at: string | null }
type Row = Omit<AdminDocument, 'versions' | 'audience' | 'hold'> & StoredAudience & Held

/** All that is kept of one document. */
export async function getAdminDocument(tx: Tx, { id }: { id: number }): Promise<AdminDocument> {
  const [found, versions] = await Promise.all([
    sql<Row>`select d.id, d.title, d.number, d.description, d.shelves, d.category, d.type, d.product_code as "productCode",
             d.product_name as "productName", d.product_line as "productLine", d.lot_nos as "lotNos", d.lot_source as "lotSource", d.language, d.effective_on as "effectiveOn",
             d.expires_on as "expiresOn", ${STATUS} as status, d.withdrawn_reason as "withdrawnReason", d.version, d.retention,
             d.hold_reason, d.held_by, d.held_at,
             r.day::text as "removableFrom", coalesce(d.hold_reason is null and r.day <= portal.today()
               and not portal.is_signed(d.id), false) as removable,
             d.audience, d.tenant_ids, d.order_source, d.order_key
        from portal.documents d cross join lateral portal.removable_from(d) r (day) where d.id = ${id}::int`.execute(
      tx,
    ),
    sql<AdminVersion>`select v.no as version, v.status, v.file_name as "fileName", v.format, v.size, encode(v.checksum, 'hex') as checksum,
             v.note, p.name as "uploadedBy", v.uploaded_at as "uploadedAt", v.released_at as "releasedAt",
             coalesce(g.signatures, '[]') as signatures,
             (select s.state from portal.document_scans s where s.checksum = v.checksum) as scan
        from portal.document_versions v left join portal.document_people(array(select uploaded_by from portal.document_versions where document_id = ${id}::int)) p on p.user_id = v.uploaded_by
       left join portal.version_signatures(${id}::int) g on g.version = v.no
       where v.document_id = ${id}::int order by v.no desc`.execute(tx),
  ])
  const row = found.rows[0]
  if (!row) throw refuse(404, 'not_found')
  const { audience, tenant_ids, order_source, order_key, hold_reason, held_by, held_at, ...facts } = row
  return {
    ...facts,
    hold: hold_reason && held_by && held_at ? { reason: hold_reason, by: held_by, at: held_at } : null,
    audience: await audienceOf(tx, { audience, tenant_ids, order_source, order_key }),
    versions: versions.rows,
  }
}

async function audienceOf(tx: Tx, stored: StoredAudience): Promise<Audience> {
  if (stored.audience === 'order') return { kind: 'order', orderNo: await orderNumber(tx, stored) }
  if (stored.audience === 'lots') return { kind: 'lots' }
  if (stored.tenant_ids === null) return { kind: 'all' }
  return { kind: 'tenants', tenantIds: stored.tenant_ids }
}
