import type { Arithmetic } from '../number-evidence.ts'
import type { Cells } from './cells.ts'
import { aliasKey, type Column, column, headingKey } from './column.ts'

/** Columns of every kind, after its own. */
const COMMON = [column('Updated At', 'instant'), column('_op', 'op')] as const
type CommonName = (typeof COMMON)[number]['name']

export type LineOf<Name extends string> = {
  readonly key: (cells: Cells<Name>) => string | null
  readonly parent: readonly Name[]
  readonly column: Name
}

/** A row as an example, by column; a number where JSON would have one. */
export type ExampleRow = Readonly<Record<string, string | number>>

export type KindDefinition<Fields = unknown, Name extends string = string> = {
  readonly kind: string
  /** The columns in the source's order, then the further ones; cells are handed over in this order. */
  readonly columns: readonly Column<Name>[]
  readonly byName: ReadonlyMap<string, { readonly column: Column; readonly at: number }>
  /** By `headingKey`, so that both spellings and any letter case are found. */
  readonly byHeading: ReadonlyMap<string, number>
  /** Other names of columns, by column. */
  readonly names: Readonly<Record<string, readonly string[] | undefined>>
  /** By `aliasKey`: what people call the columns in four languages. */
  readonly byAlias: ReadonlyMap<string, number>
  /** How many columns, from the first, a file without a heading row has: the source's own. */
  readonly positional: number
  /** Of each pair at least one must be filled. */
  readonly oneOf: readonly (readonly [string, string])[]
  /** The natural key, unique within (source system, kind); null when its cells are empty or faulty. */
  readonly key: (cells: Cells<Name>) => string | null
  /** The row's own fields; they count only when `cells` gathered no error. Amounts are read before the currency. */
  readonly read: (cells: Cells<Name>) => Fields
  /** Where rows have no other identity than their key, the column that has it: a mapping may make the key of others. */
  readonly keyColumn: string | undefined
  /** The kind's rows are lines of a parent: its key and columns, and the column that tells the lines of one parent apart. */
  readonly lineOf: LineOf<Name> | undefined
  readonly arithmetic: Arithmetic | undefined
  /** The columns that say whose a row is, by code and by name. */
  readonly client: readonly [string, string] | undefined
  /** One readable body: for the reference, and brought in by a test. */
  readonly example: readonly ExampleRow[]
}

/**
 * Declares one kind: its columns as upstream sends them, what else people call them, its natural key, its typed row and an
 * example. Staging, the reference and the recognition of headings come from it.
 */
export function defineKind<Fields, const Name extends string>(definition: {
  kind: string
  source: readonly Column<Name>[]
  further?: readonly Column<Name>[]
  oneOf?: readonly (readonly [NoInfer<Name>, NoInfer<Name>])[]
  key: (cells: Cells<NoInfer<Name>>) => string | null
  read: (cells: Cells<NoInfer<Name>>) => Fields
  /** Other names of columns; a name that is spelt like a column of the kind always means that column. */
  names?: Partial<Record<NoInfer<Name>, readonly string[]>>
  keyColumn?: NoInfer<Name>
  lineOf?: LineOf<NoInfer<Name>>
  client?: readonly [NoInfer<Name>, NoInfer<Name>]
  /** Columns of which the first two multiply to the third. */
  arithmetic?: { quantity: NoInfer<Name>; price: NoInfer<Name>; amount: NoInfer<Name> }
  example: readonly ExampleRow[]
}): KindDefinition<Fields, Name | CommonName> {
  const { kind, source, further = [], oneOf = [], key, read, example } = definition
  const names: Readonly<Record<string, readonly string[] | undefined>> = definition.names ?? {}
  const columns: Column<Name | CommonName>[] = [...source, ...further, ...COMMON]
  const aliases = columns.flatMap(({ name }, at) =>
    [name, ...(names[name] ?? [])].map((alias) => [aliasKey(alias), at] as const),
  )
  return {
    kind,
    columns,
    byName: new Map(columns.map((column, at) => [column.name, { column, at }])),
    byHeading: new Map(columns.map((column, at) => [headingKey(column.name), at])),
    names,
    byAlias: new Map(aliases),
    positional: source.length,
    oneOf,
    key,
    read,
    keyColumn: definition.keyColumn,
    lineOf: definition.lineOf,
    arithmetic: definition.arithmetic,
    client: definition.client,
    example,
  }
}

/** Stands between the parts of a key; identifiers contain no control character, so no part can imitate it. */
export const KEY_SEPARATOR = '\u001f'
