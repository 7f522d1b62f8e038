import { type FieldsByKind, isSalesKind, type Kind, type SalesKind } from '../../domain/kinds/kinds.ts'
import type { NormalisedRow, UpsertRow } from '../../domain/kinds/normalise-row.ts'
import { createArrayLiteral } from './array-literal.ts'
import type { Chunk, Names } from './body.ts'
import { STAGED_COLUMNS, type StagedColumn } from './staged-columns.ts'

export type GoodRow<K extends Kind> = {
  row: number
  line: number
  parent: string | null
  value: NormalisedRow<K>
}

/** Collects the rows of one chunk, a few at a time. */
export function collectChunk<K extends Kind>(kind: K) {
  const ofKind: readonly StagedColumn<FieldsByKind[K]>[] = STAGED_COLUMNS[kind]
  let rows = 0
  let numbered = false
  const rowNumbers = createArrayLiteral<GoodRow<K>>(({ row }) => row)
  const lines = createArrayLiteral<GoodRow<K>>(({ line }) => line)
  const parents = createArrayLiteral<GoodRow<K>>(({ parent }) => parent)
  const keys = createArrayLiteral<GoodRow<K>>(({ value }) => value.key)
  const deletions = createArrayLiteral<GoodRow<K>>(({ value }) => value.op === 'delete')
  const updatedAt = createArrayLiteral<GoodRow<K>>(({ value }) => value.updatedAt)
  const columns = ofKind.map((column) =>
    createArrayLiteral<GoodRow<K>>(({ value }) =>
      value.op === 'delete' ? null : column.value(value as UpsertRow<K>),
    ),
  )
  const items = collectNames(({ itemNo, itemName }) => [itemNo ?? '', itemName ?? ''])
  const customers = collectNames(({ clientCode, customerName }) => [clientCode ?? '', customerName ?? ''])
  const all = [rowNumbers, lines, parents, keys, deletions, updatedAt, ...columns]
  return {
    size: () => rows,
    add(added: readonly GoodRow<K>[]) {
      if (added.length === 0) return
      rows += added.length
      numbered ||= added.some(({ parent }) => parent !== null)
      for (const column of all) column.add(added)
      if (!isSalesKind(kind)) return
      for (const { value } of added) {
        items.add(value)
        customers.add(value)
      }
    },
    chunk: (): Omit<Chunk, 'received' | 'unread' | 'unreadLines'> => ({
      rows,
      rowNumbers: rowNumbers.literal(),
      lines: lines.literal(),
      parents: numbered ? parents.literal() : null,
      keys: keys.literal(),
      deletions: deletions.literal(),
      updatedAt: updatedAt.literal(),
      columns: columns.map((column) => column.literal()),
      names: isSalesKind(kind) ? { items: items.names, customers: customers.names } : null,
    }),
  }
}

function collectNames(pairOf: (sale: FieldsByKind[SalesKind]) => readonly [string, string]) {
  const places = new Map<string, number>()
  const names: Names = { pairs: [], at: [] }
  return {
    names,
    add(value: { op: string }) {
      if (value.op === 'delete') return void names.at.push(null)
      const pair = pairOf(value as unknown as UpsertRow<SalesKind>)
      const name = `${pair[0]}\0${pair[1]}`
      const known = places.get(name)
      if (known !== undefined) return void names.at.push(known)
      places.set(name, names.pairs.length)
      names.at.push(names.pairs.push(pair) - 1)
    },
  }
}
