import { sql } from 'kysely'
import { openLibrary } from '../../../features/documents/server/open-library.ts'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { contentOf } from './document-content.ts'
import { type DemoDocument, demoCertificate, demoDocuments } from './documents.ts'

const CERTIFICATES = 60

type Place = { location: DatabaseLocation; dataDir: string; filesUrl?: string | undefined }
type Stored = { document: DemoDocument; no: number; key: string; size: number; checksum: string }

/** The demo's documents with their files; answers how many. Those that an interrupted load left come anew. */
export async function seedDocuments(
  place: Place,
  asOf: string,
  tenants: ReadonlyMap<string, number>,
): Promise<number> {
  const { receiver } = openLibrary(place)
  const documents = [...demoDocuments(asOf), ...(await certificates(place.location))]
  const stored: Stored[] = []
  for (const document of documents)
    for (const [index, version] of document.versions.entries()) {
      const content = await contentOf(document, index + 1, version)
      const { key, size, checksum } = await receiver.files.keep(one(content))
      stored.push({ document, no: index + 1, key, size, checksum: checksum.toString('hex') })
    }
  await withOwner(place.location, async (tx) => {
    await sql`update portal.documents set current_version = null, status = 'draft'`.execute(tx)
    await sql`delete from portal.documents`.execute(tx)
    await sql`
      insert into portal.documents (title, number, description, shelves, category, type, product_code, product_name, product_line,
        language, effective_on, expires_on, lot_nos, audience, tenant_ids, status, created_at, updated_at)
      select title, number, description, shelves, category, type, product_code, product_name, product_line, language, effective_on,
             expires_on, lot_nos, case when lot_nos <> '{}' then 'lots' when tenant is null then 'all' else 'tenants' end,
             case when lot_nos <> '{}' then '{}' when tenant is not null then array[tenant] end,
             case when pending then 'pending' else 'draft' end, on_day, on_day
        from jsonb_to_recordset(${JSON.stringify(documents.map((document) => toRow(document, tenants)))}::jsonb) r (
          title text, number text, description text, shelves text[], category text, type text, product_code text, product_name text,
          product_line text, language text, effective_on date, expires_on date, lot_nos text[], tenant int, pending boolean, on_day timestamptz)`.execute(
      tx,
    )
    await sql`
      insert into portal.document_versions (document_id, no, status, file_name, file_key, format, size, checksum, note, uploaded_at, released_at)
      select d.id, r.no, r.status, r.file_name, r.key, r.format, r.size, decode(r.checksum, 'hex'), r.note, r.on_day,
             case when r.status <> 'draft' then r.on_day end
        from jsonb_to_recordset(${JSON.stringify(stored.map(toVersion))}::jsonb) r (number text, no int, status text, file_name text,
          key text, format text, size bigint, checksum text, note text, on_day timestamptz)
        join portal.documents d on d.number = r.number`.execute(tx)
    await sql`
      update portal.documents d set status = 'available', current_version = v.no, effective_on = coalesce(d.effective_on, v.released_at::date)
        from portal.document_versions v where v.document_id = d.id and v.status = 'available'`.execute(tx)
  })
  return documents.length
}

/** Of the newest lots that are released and meet their specification, with their results. */
const certificates = (location: DatabaseLocation): Promise<DemoDocument[]> =>
  withOwner(location, async (tx) => {
    const { rows } = await sql<{ no: string; item: string; name: string; made: string; results: string[] }>`
      select x.lot_no as no, x.item_no as item, p.name, x.manufactured_on as made, array(
          select concat_ws('  ·  ', r.test, case when n.samples > 1 then '#' || r.sample end, r.specification, r.result || coalesce(' ' || r.unit, ''),
                   r.tested_on)
            from portal.lot_results r
           cross join lateral (select count(distinct o.sample) as samples from portal.lot_results o
             where o.source_id = r.source_id and o.lot_no = r.lot_no and o.item_no = r.item_no and o.test = r.test) n
           where r.source_id = x.source_id and r.lot_no = x.lot_no and r.item_no = x.item_no and portal.stands(r)
           order by r.test, r.sample) as results
        from portal.lots x join portal.products p on p.source_id = x.source_id and p.item_no = x.item_no
       cross join lateral portal.lot_findings(x.source_id, x.lot_no, x.item_no) f
       where x.state = 'released' and f.failed = 0 and f.open = 0 order by x.manufactured_on desc, x.lot_no limit ${CERTIFICATES}`.execute(
      tx,
    )
    return rows.map(demoCertificate)
  })

async function* one(content: Buffer) {
  yield content
}

const noon = (day: string) => `${day}T16:00:00Z`
const lastOf = ({ versions }: DemoDocument) => versions.at(-1)?.on as string

const toRow = (document: DemoDocument, tenants: ReadonlyMap<string, number>) => ({
  ...{ title: document.title, number: document.number, description: document.description },
  ...{ shelves: document.shelves, category: document.category, type: document.type },
  ...{
    product_code: document.productCode,
    product_name: document.productName,
    product_line: document.productLine,
  },
  ...{ language: document.language, effective_on: document.effectiveOn, expires_on: document.expiresOn },
  lot_nos: document.lotNos,
  tenant: document.client ? (tenants.get(document.client) ?? null) : null,
  pending: document.pending === true,
  on_day: noon(lastOf(document)),
})

const toVersion = ({ document, no, key, size, checksum }: Stored) => ({
  ...{ number: document.number, no, key, size, checksum, format: document.format },
  status: document.pending ? 'draft' : no === document.versions.length ? 'available' : 'superseded',
  file_name: `${document.number} ${document.title.replace(/[/\\:*?"<>|]/g, '-')}.${document.format}`,
  note: document.versions[no - 1]?.note ?? null,
  on_day: noon(document.versions[no - 1]?.on as string),
})
