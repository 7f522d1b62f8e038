import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { INFECTED, reachable } from '../../documents/server/published.ts'
import type { Certificate, LotCertificate, LotDetail } from '../contract.ts'
import { findLot, type LotPlace } from './find-lot.ts'

const MOST_CERTIFICATES = 50
const STATUS = sql<LotCertificate['status']>`portal.document_status(d.status, d.expires_on)`
/** Offered, and to be opened. */
const CURRENT = sql<boolean>`(${STATUS} = 'available' and not exists (select from portal.document_versions v
  where v.document_id = d.id and v.no = d.current_version and ${INFECTED}))`

const ofLot = (lot: RawBuilder<unknown>) =>
  sql`d.lot_nos <> '{}' and d.lot_nos @> array[${lot}] and d.status <> 'draft'`

type Of = Pick<LotDetail, 'certificates' | 'certificate' | 'wished'>

/** The documents of a lot, and how it stands with its certificate of analysis; nothing of them for whoever sees no documents. */
export async function readCertificates(tx: Handle, actor: Actor, { lotNo }: LotPlace): Promise<Of> {
  if (!may(actor, 'documents.read')) return { certificates: null, certificate: null, wished: null }
  const [{ rows }, held, wish] = await Promise.all([
    sql<LotCertificate & { coa: boolean }>`
      select d.id as "documentId", d.title, d.number, d.current_version as version, ${STATUS} as status, d.effective_on as "effectiveOn",
             ${CURRENT} as current, d.type = 'coa' as coa
        from portal.documents d where ${ofLot(sql`${lotNo}::text`)} and ${reachable(actor)}
       order by current desc, d.id desc limit ${MOST_CERTIFICATES}`.execute(tx),
    isHeld(tx, lotNo),
    actor.kind !== 'member'
      ? undefined
      : sql<{
          wished: boolean
        }>`select exists (select from portal.certificate_wishes w where w.tenant_id = ${actor.tenantId}::int
          and w.user_id = ${actor.userId} and w.lot_no = ${lotNo}) as wished`.execute(tx),
  ])
  const coa = rows.find((document) => document.coa && document.current)
  return {
    certificates: rows.map(({ coa: _, ...document }) => ({
      ...document,
      current: document.current && !held,
    })),
    certificate: held
      ? { state: 'held', documentId: null }
      : { state: coa ? 'available' : 'pending', documentId: coa?.documentId ?? null },
    wished: actor.kind === 'member' ? (wish?.rows[0]?.wished ?? false) : null,
  }
}

async function isHeld(tx: Handle, lotNo: string): Promise<boolean> {
  const { rows } = await sql<{
    held: boolean
  }>`select coalesce(bool_or(portal.is_held(x.state)), false) as held from portal.lots x where x.lot_no = ${lotNo}`.execute(
    tx,
  )
  return rows[0]?.held ?? false
}

/** Remembers who is to be told when the certificate comes (E4), or that they are not any more. */
export async function wishForCertificate(
  tx: Handle,
  actor: Actor,
  { lotNo, wished }: { lotNo: string; wished: boolean },
  record: (act: Act) => void,
): Promise<{ wished: boolean }> {
  const place = await findLot(tx, lotNo)
  if (actor.kind !== 'member' || actor.tenantId === null) throw refuse(409, 'choose_tenant')
  if (!may(actor, 'documents.read')) throw refuse(403, 'permission_denied')
  const { certificate } = await readCertificates(tx, actor, place)
  if (wished && certificate?.state === 'available') throw refuse(409, 'already_exists')
  const wish = { tenant_id: actor.tenantId, user_id: actor.userId, lot_no: place.lotNo }
  if (wished)
    await tx
      .insertInto('certificate_wishes')
      .values(wish)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await tx
      .deleteFrom('certificate_wishes')
      .where('tenant_id', '=', wish.tenant_id)
      .where('user_id', '=', wish.user_id)
      .where('lot_no', '=', wish.lot_no)
      .execute()
  record({
    objectType: 'lot',
    objectId: place.lotNo,
    after: { wished },
    event: { topic: 'lots', audience: actor.userId, tenantId: wish.tenant_id },
  })
  return { wished }
}

/** For a query over rows with a lot: its certificate of analysis, as `readCertificates` has it; null without a lot. */
export const certificateOf = (actor: Actor, lot: RawBuilder<unknown>, state: RawBuilder<unknown>) =>
  may(actor, 'documents.read')
    ? sql<Certificate | null>`case when nullif(btrim(${lot}), '') is null then null
        when portal.is_held(${state}) then '{"state": "held", "documentId": null}'::jsonb
        else (select jsonb_build_object('state', case when c.id is null then 'pending' else 'available' end, 'documentId', c.id)
                from (select max(d.id) as id from portal.documents d
                       where ${ofLot(lot)} and d.type = 'coa' and ${CURRENT}) c) end`
    : sql<null>`null::jsonb`
