import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../../platform/server/records/write-records.ts'
import { type Signing, signingOf } from '../../domain/signing.ts'
import { onShelves } from '../document-rows.ts'
import { STATUS } from '../document-status.ts'

type Asked = { id: number; version: number; signing?: Signing | undefined }
type Stored = Parameters<typeof signingOf>[0] & {
  status: string
  current_version: number | null
  checksum: Buffer
  signed: boolean
}

/** The version that counts now, to be signed by a person of a company. @throws 404; 403 for the manufacturer's people; 409 */
export async function findToSign(tx: Tx, actor: Actor, { id, version, signing: asked }: Asked) {
  const { rows } = await sql<Stored>`
    select ${STATUS} as status, d.type, d.category, d.current_version, v.checksum,
           exists (select from portal.document_acknowledgements a
             where a.tenant_id = ${actor.tenantId}::int and a.document_id = d.id and a.version = d.current_version) as signed
      from portal.documents d left join portal.document_versions v on v.document_id = d.id and v.no = d.current_version
     where d.id = ${id}::int and ${onShelves(['legal'])}`.execute(tx)
  const found = rows[0]
  if (!found) throw refuse(404, 'not_found')
  // A company signs for itself, whatever the manufacturer's people may do.
  if (actor.kind !== 'member') throw refuse(403, 'permission_denied')
  if (found.status !== 'available' || found.current_version !== version) throw refuse(409, 'other_version')
  if (found.signed) throw refuse(409, 'already_signed')
  const signing = signingOf(found)
  if (asked !== undefined && asked !== signing) throw refuse(409, 'other_signing')
  return { signing, checksum: found.checksum }
}

/** Signed for the company, by the name that the signatory has: once for each version. */
export async function acknowledge(tx: Tx, actor: Actor, asked: Asked, record: (act: Act) => void) {
  const { checksum, signing } = await findToSign(tx, actor, asked)
  const { id, version } = asked
  const tenantId = actor.tenantId as number
  const row = await tx
    .insertInto('document_acknowledgements')
    .columns(['tenant_id', 'document_id', 'version', 'checksum', 'signing', 'user_id', 'name'])
    .expression((from) =>
      from
        .selectFrom('profiles')
        .select([
          ...[sql<number>`${tenantId}::int`.as('tenant_id'), sql<number>`${id}::int`.as('document_id')],
          ...[sql<number>`${version}::int`.as('version'), sql<Buffer>`${checksum}::bytea`.as('checksum')],
          sql<string>`${signing}::text`.as('signing'),
          ...['user_id' as const, 'name' as const],
        ])
        .where('user_id', '=', actor.userId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['name', 'at'])
    .executeTakeFirst()
  // A colleague was faster.
  if (!row) throw refuse(409, 'already_signed')
  record({
    ...(signing === 'agreement' && { action: 'document.accepted' }),
    ...{ objectType: 'document', objectId: String(id), before: null },
    after: { signed_version: version, signing, name: row.name, checksum: checksum.toString('hex') },
    event: {
      ...{ topic: 'document.acknowledged', module: 'legal', permission: 'documents.read' },
      payload: { version },
    },
  })
  return { version, signing, name: row.name, at: row.at, checksum: checksum.toString('hex') }
}
