import { sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { Acknowledgements } from '../../admin-contract.ts'
import { signingOf } from '../../domain/signing.ts'

const MOST = 1000

type Row = Acknowledgements['companies'][number] & { signed: number; total: number }

/** Who has signed the version that counts, and who has not: of the companies that it is for and that the asker sees. */
export async function listAcknowledgements(tx: Tx, { id }: { id: number }): Promise<Acknowledgements> {
  const document = await tx
    .selectFrom('documents')
    .select(['current_version', 'type', 'category'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!document) throw refuse(404, 'not_found')
  const version = document.current_version
  const { rows } = await sql<Row>`
    select t.id as "tenantId", t.name as tenant, a.name, a.at, a.signing,
           (select max(b.version) from portal.document_acknowledgements b
             where b.tenant_id = t.id and b.document_id = ${id}::int and b.version < ${version}::int) as before,
           count(a.at) over ()::int as signed, count(*) over ()::int as total
      from portal.document_access x
      join portal.tenants t on t.id = x.tenant_id
      left join portal.document_acknowledgements a on a.tenant_id = t.id and a.document_id = ${id}::int and a.version = ${version}::int
     where x.document_id = ${id}::int
     order by a.at desc nulls first, t.name collate portal.natural_order, t.id limit ${MOST}`.execute(tx)
  return {
    version,
    signing: signingOf(document as Parameters<typeof signingOf>[0]),
    signed: rows[0]?.signed ?? 0,
    total: rows[0]?.total ?? 0,
    companies: rows.map(({ signed: _, total: __, ...company }) => company),
  }
}
