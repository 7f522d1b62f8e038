import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { INFECTED, reachable, STATUS } from '../../documents/server/published.ts'
import type { Certificate, LotCertificate, LotDetail } from '../contract.ts'
import type { LotPlace } from './find-lot.ts'

const MOST_CERTIFICATES = 50
/** Of these sorts is what certifies a lot: not offered while the lot may not be used. */
const CERTIFIES = sql<boolean>`(d.type = 'coa' or d.category = 'certificate')`
/** Offered, and to be opened. */
const CURRENT = sql<boolean>`(${STATUS} = 'available' and not exists (select from portal.document_versions v
  where v.document_id = d.id and v.no = d.current_version and ${INFECTED}))`

/** By number, source and item: two systems upstream, and two products, may use one number for different lots. */
const ofLot = ({ source, lot, item }: Omit<LotColumns, 'state'>) =>
  sql`d.id in (select f.id from portal.documents_of_lot(${source}, ${lot}, ${item}) f (id)) and d.status <> 'draft'`

/** A number alone is not one lot's: it is a source's and an item's. The item is null while no lot bears the number. */
export type Numbered = Pick<LotPlace, 'sourceId' | 'lotNo'> & { itemNo: string | null }
type Of = Pick<LotDetail, 'certificates' | 'certificate' | 'wished'>

/** The documents of a lot, and how it stands with its certificate of analysis; nothing of them for whoever sees no documents. */
export async function readCertificates(tx: Tx, actor: Actor, lot: Numbered): Promise<Of> {
  const { sourceId, lotNo, itemNo } = lot
  if (!may(actor, 'documents.read')) return { certificates: null, certificate: null, wished: null }
  const [{ rows }, held, wish] = await Promise.all([
    sql<LotCertificate & { coa: boolean; certifies: boolean }>`
      select d.id as "documentId", d.title, d.number, d.current_version as version, ${STATUS} as status, d.effective_on as "effectiveOn",
             ${CURRENT} as current, d.type = 'coa' as coa, ${CERTIFIES} as certifies
        from portal.documents d where ${ofLot({ source: sql`${sourceId}::smallint`, lot: sql`${lotNo}::text`, item: sql`${itemNo}::text` })} and ${reachable(actor)}
       order by current desc, d.id desc limit ${MOST_CERTIFICATES}`.execute(tx),
    isHeld(tx, lot),
    actor.kind !== 'member'
      ? undefined
      : sql<{
          wished: boolean
        }>`select exists (select from portal.certificate_wishes w where w.tenant_id = ${actor.tenantId}::int
          and w.user_id = ${actor.userId} and w.source_id = ${sourceId}::smallint and w.lot_no = ${lotNo}
          and w.item_no in (${itemNo ?? ''}, '')) as wished`.execute(tx),
  ])
  const coa = rows.find((document) => document.coa && document.current)
  return {
    certificates: rows.map(({ coa: _, certifies, ...document }) => ({
      ...document,
      current: document.current && !(held && certifies),
    })),
    certificate: held
      ? { state: 'held', documentId: null }
      : { state: coa ? 'available' : 'pending', documentId: coa?.documentId ?? null },
    wished: actor.kind === 'member' ? (wish?.rows[0]?.wished ?? false) : null,
  }
}

async function isHeld(tx: Tx, { sourceId, lotNo, itemNo }: Numbered): Promise<boolean> {
  const { rows } = await sql<{
    held: boolean
  }>`select coalesce(bool_or(portal.is_held(x.state)), false) as held from portal.lots x
    where x.source_id = ${sourceId}::smallint and x.lot_no = ${lotNo} and x.item_no = ${itemNo}`.execute(tx)
  return rows[0]?.held ?? false
}

/** For a query over rows with a lot: its certificate of analysis, as `readCertificates` has it; null without a lot. */
export const certificateOf = (actor: Actor, { state, ...columns }: LotColumns) =>
  may(actor, 'documents.read')
    ? sql<Certificate | null>`case when nullif(btrim(${columns.lot}), '') is null then null
        when portal.is_held(${state}) then '{"state": "held", "documentId": null}'::jsonb
        else (select jsonb_build_object('state', case when c.id is null then 'pending' else 'available' end, 'documentId', c.id)
                from (select max(d.id) as id from portal.documents d
                       where ${ofLot(columns)} and d.type = 'coa' and ${CURRENT}) c) end`
    : sql<null>`null::jsonb`

/** Beside it: whether the asker is told when it comes; null for whoever nobody tells. */
export const wishOf = (actor: Actor, { source, lot, item }: Omit<LotColumns, 'state'>) =>
  actor.kind === 'member' && may(actor, 'documents.read')
    ? sql<
        boolean | null
      >`case when nullif(btrim(${lot}), '') is not null then exists (select from portal.certificate_wishes w
        where w.tenant_id = ${actor.tenantId}::int and w.user_id = ${actor.userId} and w.source_id = ${source} and w.lot_no = ${lot} and w.item_no in (coalesce(${item}, ''), '')) end`
    : sql<null>`null::boolean`

type LotColumns = Record<'source' | 'lot' | 'item' | 'state', RawBuilder<unknown>>
