import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Claim } from '../claims-contract.ts'

type Record = (act: Act) => void
type NewClaim = Omit<Claim, 'id' | 'version'>

const about = (id: number) => ({
  ...{ chain: 0, objectType: 'claim', objectId: String(id) },
  event: { topic: 'roadmap', tenantId: 0 },
})
const columns = ({ kind, texts, proof, statedOn }: NewClaim) => ({
  ...{ kind, texts: JSON.stringify(texts), proof, stated_on: statedOn },
})
const FIELDS = ['kind', 'texts', 'proof', 'stated_on as statedOn'] as const

export async function addClaim(tx: Tx, claim: NewClaim, record: Record) {
  const { id } = await tx
    .insertInto('claims')
    .values(columns(claim))
    .returning('id')
    .executeTakeFirstOrThrow()
  record({ ...about(id), after: claim })
  return { id }
}

export async function changeClaim(tx: Tx, { id, version, ...claim }: Claim, record: Record) {
  const before = await tx
    .selectFrom('claims')
    .select([...FIELDS, 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw refuse(404, 'not_found')
  const { version: known, ...was } = before
  if (known !== version) throw refuse(412, 'stale_version')
  await tx
    .updateTable('claims')
    .set({ ...columns(claim), version: version + 1 })
    .where('id', '=', id)
    .execute()
  record({ ...about(id), before: was, after: claim })
  return { version: version + 1 }
}

export async function removeClaim(tx: Tx, { id }: { id: number }, record: Record) {
  const before = await tx.deleteFrom('claims').where('id', '=', id).returning(FIELDS).executeTakeFirst()
  if (!before) throw refuse(404, 'not_found')
  record({ ...about(id), before })
  return { removed: true as const }
}
