import type { Selectable } from 'kysely'
import type { ClassTerms as Row } from '../../../platform/server/database/database.types.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { type ClassTerms, PRODUCT_CLASSES, type ProductClass } from '../contract.ts'

const COLUMNS = [
  'class',
  'minimum_quantity',
  'unit',
  'lead_weeks_from',
  'lead_weeks_to',
  'owner',
  'stated_on',
  'version',
] as const

const toTerms = (row: Selectable<Row>): ClassTerms => ({
  class: row.class as ProductClass, // a check of the table
  minimum: { quantity: Number(row.minimum_quantity), unit: row.unit },
  leadWeeks: { from: row.lead_weeks_from, to: row.lead_weeks_to },
  owner: row.owner,
  statedOn: row.stated_on,
  version: row.version,
})

/** What is usual for each class. Where nobody is named, the company answers for it. */
export async function readClassTerms(tx: Tx): Promise<ClassTerms[]> {
  const [rows, company] = await Promise.all([
    tx.selectFrom('class_terms').select(COLUMNS).execute(),
    tx.selectFrom('installation').select(['company_name', 'brand_name']).executeTakeFirstOrThrow(),
  ])
  const all = rows.map((row) =>
    toTerms({ ...row, owner: row.owner ?? company.company_name ?? company.brand_name }),
  )
  return PRODUCT_CLASSES.flatMap((name) => all.find((one) => one.class === name) ?? [])
}

export async function keepClassTerms(
  tx: Tx,
  wish: ClassTerms,
  record: (act: Act) => void,
): Promise<ClassTerms> {
  const before = await tx
    .selectFrom('class_terms')
    .select(COLUMNS)
    .where('class', '=', wish.class)
    .executeTakeFirstOrThrow()
  const changed = await tx
    .updateTable('class_terms')
    .set({
      minimum_quantity: String(wish.minimum.quantity),
      unit: wish.minimum.unit.trim(),
      lead_weeks_from: wish.leadWeeks.from,
      lead_weeks_to: wish.leadWeeks.to,
      owner: wish.owner?.trim() || null,
      stated_on: wish.statedOn,
      version: wish.version + 1,
    })
    .where('class', '=', wish.class)
    .where('version', '=', wish.version)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!changed) throw refuse(412, 'stale_version')
  const after = toTerms(changed)
  record({
    chain: 0,
    objectType: 'class_terms',
    objectId: wish.class,
    before: { ...toTerms(before), version: undefined },
    after: { ...after, version: undefined },
  })
  return after
}
