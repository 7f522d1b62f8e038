import type { Cells } from './cells.ts'
import { type Column, column, headingKey } from './column.ts'

/** Columns of every kind, after its own. */
const COMMON = [column('Updated At', 'instant'), column('_op', 'op')] as const
type CommonName = (typeof COMMON)[number]['name']

export type KindDefinition<Fields = unknown, Name extends string = string> = {
  readonly kind: string
  /** The columns in the source's order, then the further ones; cells are handed over in this order. */
  readonly columns: readonly Column<Name>[]
  readonly byName: ReadonlyMap<string, { readonly column: Column; readonly at: number }>
  /** By `headingKey`, so that both spellings and any letter case are found. */
  readonly byHeading: ReadonlyMap<string, number>
  /** How many columns, from the first, a file without a heading row has: the source's own. */
  readonly positional: number
  /** Of each pair at least one must be filled. */
  readonly oneOf: readonly (readonly [string, string])[]
  /** The natural key, unique within (source system, kind); null when its cells are empty or faulty. */
  readonly key: (cells: Cells<Name>) => string | null
  /** The row's own fields; they count only when `cells` gathered no error. Amounts are read before the currency. */
  readonly read: (cells: Cells<Name>) => Fields
}

/** Declares one kind: its columns as upstream sends them, its natural key and its typed row. */
export function defineKind<Fields, const Name extends string>(definition: {
  kind: string
  source: readonly Column<Name>[]
  further?: readonly Column<Name>[]
  oneOf?: readonly (readonly [NoInfer<Name>, NoInfer<Name>])[]
  key: (cells: Cells<NoInfer<Name>>) => string | null
  read: (cells: Cells<NoInfer<Name>>) => Fields
}): KindDefinition<Fields, Name | CommonName> {
  const { kind, source, further = [], oneOf = [], key, read } = definition
  const columns: Column<Name | CommonName>[] = [...source, ...further, ...COMMON]
  return {
    kind,
    columns,
    byName: new Map(columns.map((column, at) => [column.name, { column, at }])),
    byHeading: new Map(columns.map((column, at) => [headingKey(column.name), at])),
    positional: source.length,
    oneOf,
    key,
    read,
  }
}

/** Stands between the parts of a key; identifiers contain no control character, so no part can imitate it. */
export const KEY_SEPARATOR = '\u001f'
