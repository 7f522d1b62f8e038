import { sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import { arrayLiteral } from '../body/array-literal.ts'
import type { Chunk } from '../body/body.ts'
import { STAGED_COLUMNS } from '../body/staged-columns.ts'
import type { IngestContext } from '../ingest-context.ts'
import { createNames } from './sales-names.ts'

/** Puts rows into the stage under the number of their batch, in one statement. */
export type PutRows = (tx: Tx, batch: number) => Promise<void>

type Column = { name: string; type: string; literal: string; follows?: boolean | undefined }

export const stagedTable = (kind: Kind) => sql.raw(`portal.staged_${kind.replace('-', '_')}`)

/**
 * Staging of one batch: it remembers the names that it has already looked up. Preparing may take a short transaction of
 * its own, so it comes before the one that puts.
 */
export function createStage(kind: Kind, context: IngestContext): (chunk: Chunk) => Promise<PutRows> {
  const items = createNames(context, 'resolve_sales_items')
  const customers = createNames(context, 'resolve_sales_customers')

  return async ({ rows, rowNumbers, keys, deletions, updatedAt, columns: literals, names, ...of }) => {
    if (rows === 0) return async () => {}
    const columns: Column[] = STAGED_COLUMNS[kind].map(({ name, type, follows }, at) => ({
      ...{ name, type, follows },
      literal: literals[at] as string,
    }))
    if (names) {
      columns.push(numbers('item_id', await items(names.items)))
      columns.push(numbers('customer_id', await customers(names.customers)))
    }
    const list = sql.raw(columns.map(({ name }) => name).join(', '))
    const read = sql.raw(columns.map(({ name }) => `r.${name}`).join(', '))
    // The hash is over what the columns hold, not over how it was written: 12.50 sent again as 12.5 is no change.
    const hash = sql.raw(
      `md5(row(${columns
        .filter(({ follows }) => !follows)
        .map(({ name, type }) => `r.${name}::${type}`)
        .join(', ')})::text)::uuid`,
    )
    const arrays = columns.map(({ literal, type }) => sql`${literal}::${sql.raw(type)}[]`)
    const from = sql`unnest(${rowNumbers}::int[], ${of.lines}::int[], ${of.parents}::text[], ${keys}::text[],
      ${deletions}::boolean[], ${updatedAt}::timestamptz[], ${sql.join(arrays)}) r (row_no, line, parent, key, is_delete, updated_at, ${list})`
    return async (tx, batch) => {
      await sql`insert into ${stagedTable(kind)} (batch, row_no, line, parent, key, is_delete, upstream_updated_at, content_hash, ${list})
        select ${batch}::bigint, r.row_no, r.line, r.parent, r.key, r.is_delete, r.updated_at, case when not r.is_delete then ${hash} end, ${read}
          from ${from}`.execute(tx)
    }
  }
}

const numbers = (name: string, ids: readonly (number | null)[]): Column => ({
  name,
  type: 'int',
  literal: arrayLiteral(ids, (id) => id),
})
