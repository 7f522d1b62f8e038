import { sql } from 'kysely'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { NormalisedRow, UpsertRow } from '../../domain/kinds/normalise-row.ts'
import type { SalesHistoryFields } from '../../domain/kinds/sales-history.ts'
import { arrayLiteral, type Cell } from './array-literal.ts'
import { createSalesNames } from './sales-names.ts'
import { STAGED_COLUMNS, type StagedColumn } from './staged-columns.ts'

export type NumberedRow<K extends Kind = Kind> = { row: number; value: NormalisedRow<K> }

export type Stage<K extends Kind> = {
  /** Puts rows of the batch into the staged table of the kind, in one statement. */
  put(tx: Handle, batch: number, rows: readonly NumberedRow<K>[]): Promise<void>
}

export const stagedTable = (kind: Kind) => sql.raw(`portal.staged_${kind.replace('-', '_')}`)

/** Staging of one batch: it remembers the names that it has already looked up. */
export function createStage<K extends Kind>(kind: K): Stage<K> {
  const columns = STAGED_COLUMNS[kind] as readonly StagedColumn<never>[]
  const names = createSalesNames()
  const own = columns.map(({ name }) => name).join(', ')
  // The hash is over what the columns hold, not over how it was written: 12.50 sent again as 12.5 is no change.
  const hash = sql.raw(
    `md5(row(${columns.map(({ name, type }) => `r.${name}::${type}`).join(', ')})::text)::uuid`,
  )
  const list = sql.raw(
    `batch, row_no, key, is_delete, upstream_updated_at, content_hash${own === '' ? '' : `, ${own}`}`,
  )
  const alias = sql.raw(`r (row_no, key, is_delete, updated_at, ${own})`)
  const values = sql.raw(columns.map(({ name }) => `r.${name}`).join(', '))

  return {
    async put(tx, batch, rows) {
      if (rows.length === 0) return
      const upserts = rows.map(({ value }) => (value.op === 'upsert' ? (value as UpsertRow) : null))
      const named = kind === 'sales-history' ? await nameSales(tx, upserts) : upserts
      const cells = columns.map(
        ({ type, value }) =>
          sql`${arrayLiteral(named.map((row): Cell => (row === null ? null : value(row as never))))}::${sql.raw(type)}[]`,
      )
      await sql`insert into ${stagedTable(kind)} (${list})
        select ${batch}::bigint, r.row_no, r.key, r.is_delete, r.updated_at, case when not r.is_delete then ${hash} end, ${values}
          from unnest(${arrayLiteral(rows.map(({ row }) => row))}::int[], ${arrayLiteral(rows.map(({ value }) => value.key))}::text[],
            ${arrayLiteral(rows.map(({ value }) => value.op === 'delete'))}::boolean[],
            ${arrayLiteral(rows.map(({ value }) => value.updatedAt))}::timestamptz[], ${sql.join(cells)}) ${alias}`.execute(
        tx,
      )
    },
  }

  async function nameSales(tx: Handle, rows: readonly (UpsertRow | null)[]) {
    const sales = rows as readonly (SalesHistoryFields | null)[]
    const idsOf = await names(
      tx,
      sales.filter((sale) => sale !== null),
    )
    return sales.map((sale) => (sale === null ? null : { ...sale, ...idsOf(sale) }))
  }
}
