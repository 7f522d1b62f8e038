import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import { type FieldsByKind, isSalesKind, type Kind, type SalesKind } from '../../domain/kinds/kinds.ts'
import type { NormalisedRow, UpsertRow } from '../../domain/kinds/normalise-row.ts'
import type { Door } from '../door.ts'
import { arrayLiteral } from './array-literal.ts'
import { createSalesNames } from './sales-names.ts'
import { STAGED_COLUMNS, type StagedColumn } from './staged-columns.ts'

export type NumberedRow<K extends Kind = Kind> = { row: number; value: NormalisedRow<K> }

/** Puts rows into the stage under the number of their batch, in one statement. */
export type PutRows = (tx: Handle, batch: number) => Promise<void>

type Column = { name: string; type: string; literal: string }

export const stagedTable = (kind: Kind) => sql.raw(`portal.staged_${kind.replace('-', '_')}`)

/**
 * Staging of one batch: it remembers the names that it has already looked up. Preparing may take a short transaction of
 * its own, so it comes before the one that puts.
 */
export function createStage<K extends Kind>(
  kind: K,
  door: Door,
): (rows: readonly NumberedRow<K>[]) => Promise<PutRows> {
  const ofKind: readonly StagedColumn<FieldsByKind[K]>[] = STAGED_COLUMNS[kind]
  const names = createSalesNames(door)

  return async (rows) => {
    if (rows.length === 0) return async () => {}
    const values = rows.map(({ value }) => value)
    const columns: Column[] = []
    for (const { name, type, value } of ofKind) {
      const literal = arrayLiteral(values, (row) => (row.op === 'delete' ? null : value(row as UpsertRow<K>)))
      columns.push({ name, type, literal })
      await othersTurn() // whoever asks for a screen would wait for all columns otherwise
    }
    if (isSalesKind(kind)) columns.push(...(await nameColumns(values)))
    const list = sql.raw(columns.map(({ name }) => name).join(', '))
    const read = sql.raw(columns.map(({ name }) => `r.${name}`).join(', '))
    // The hash is over what the columns hold, not over how it was written: 12.50 sent again as 12.5 is no change.
    const hash = sql.raw(
      `md5(row(${columns.map(({ name, type }) => `r.${name}::${type}`).join(', ')})::text)::uuid`,
    )
    const arrays = columns.map(({ literal, type }) => sql`${literal}::${sql.raw(type)}[]`)
    const from = sql`unnest(${arrayLiteral(rows, ({ row }) => row)}::int[], ${arrayLiteral(values, ({ key }) => key)}::text[],
      ${arrayLiteral(values, ({ op }) => op === 'delete')}::boolean[],
      ${arrayLiteral(values, ({ updatedAt }) => updatedAt)}::timestamptz[], ${sql.join(arrays)})
      r (row_no, key, is_delete, updated_at, ${list})`
    return async (tx, batch) => {
      await sql`insert into ${stagedTable(kind)} (batch, row_no, key, is_delete, upstream_updated_at, content_hash, ${list})
        select ${batch}::bigint, r.row_no, r.key, r.is_delete, r.updated_at, case when not r.is_delete then ${hash} end, ${read}
          from ${from}`.execute(tx)
    }
  }

  async function nameColumns(values: readonly NormalisedRow<K>[]): Promise<Column[]> {
    const sales = values.filter(({ op }) => op === 'upsert') as unknown as FieldsByKind[SalesKind][]
    const { itemIds, customerIds } = await names(sales)
    const literal = (ids: number[]) => {
      let next = 0
      return arrayLiteral(values, ({ op }) => (op === 'delete' ? null : (ids[next++] as number)))
    }
    return [
      { name: 'item_id', type: 'int', literal: literal(itemIds) },
      { name: 'customer_id', type: 'int', literal: literal(customerIds) },
    ]
  }
}
