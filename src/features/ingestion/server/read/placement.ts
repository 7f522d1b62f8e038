import type { ImportMapping } from '../../domain/import-mapping.ts'
import { headingKey } from '../../domain/kinds/column.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import type { Mark } from '../../domain/number-grammar.ts'
import { columnAt, createColumns } from './columns.ts'
import { ReadRefusal } from './refusal.ts'
import type { Table } from './table.ts'

/** Where a cell of the file goes; `values` translates it. */
type Move = { from: number; to: number; values: ReadonlyMap<string, string> | null }
type Join = { from: readonly number[]; to: number; with: string }
type Split = { from: number; at: string; to: readonly number[] }

/** How the cells of a file's rows become those of the kind. */
export type Placement = {
  width: number
  /** The cells already stand in the kind's order. */
  straight: boolean
  moves: readonly Move[]
  joins: readonly Join[]
  splits: readonly Split[]
  constants: readonly { to: number; text: string }[]
  /** The column that takes the text of a group line. */
  group: number | null
  fillDown: readonly number[]
  /** The cells that make the row's key; null: the kind's own key. */
  key: readonly number[] | null
  numbered: boolean
  /** Decimal marks that the mapping sets, by column. */
  marks: Readonly<Record<string, Mark>>
  /** The cell of the file that a column is read from as it stands, by column. */
  sources: ReadonlyMap<number, number>
  unknown: readonly string[]
  /** Headings that stand for a column of another name, and that name. */
  recognised: Readonly<Record<string, string>>
  /** Headings of the mapping's `columns` that the table does not have. */
  missing: readonly string[]
}

const MOST_REPORTED = 50

/**
 * Decides what the headings of a file mean (J2). Throws `unknown_headings` where none is known, `duplicate_heading` for
 * two that are equally strong, `unknown_column` for a mapping that names what is not there, and `key_not_possible`.
 */
export function placeHeadings(
  kind: KindDefinition,
  { headings, width }: Pick<Table, 'headings' | 'width'>,
  mapping: ImportMapping,
): Placement {
  if (headings === null) return inOrder(kind, width)
  const places = new Map(headings.map((heading, at) => [headingKey(heading), at]))
  const at = (heading: string): number => {
    const place = places.get(headingKey(heading))
    if (place === undefined)
      throw new ReadRefusal(
        'unknown_column',
        `The mapping names the heading "${heading}", which the file does not have; it has ${headings.filter((name) => name.trim() !== '').join(', ')}.`,
        { found: headings },
      )
    return place
  }
  const columns = createColumns(kind, mapping)
  const constants = Object.entries(mapping.constants ?? {}).map(([name, text]) => ({
    to: columnAt(kind, name),
    text,
  }))
  const splits = (mapping.split ?? []).map(({ from, at: where, columns: names }) => ({
    from: at(from),
    at: where,
    to: names.map((name) => columnAt(kind, name)),
  }))
  const given = new Set([...constants.map(({ to }) => to), ...splits.flatMap(({ to }) => to)])
  const choices = columns
    .chooseAll(headings)
    // What the mapping says outright wins over a heading that is only recognised.
    .map((choice) => (choice && choice.rank > 0 && given.has(choice.at) ? undefined : choice))
  const moves: Move[] = []
  const joins: Join[] = []
  const marks: Record<string, Mark> = {}
  choices.forEach((choice, from) => {
    if (!choice) return
    const { rule, at: to } = choice
    const name = kind.columns[to]?.name ?? ''
    if (rule.decimal) marks[name] = rule.decimal
    const values = rule.values ? new Map(Object.entries(rule.values)) : null
    if (rule.join) joins.push({ from: rule.join.map(at), to, with: rule.with ?? ' ' })
    else moves.push({ from, to, values })
  })
  // JSON without any row has no keys either.
  if (moves.length + joins.length + splits.length === 0 && headings.length > 0)
    throw new ReadRefusal('unknown_headings', `None of the headings is a column of ${kind.kind}.`, {
      found: headings,
      accepted: acceptedBy(kind),
    })
  const numbered = mapping.numberWithin !== undefined
  const parent = mapping.numberWithin === undefined ? null : at(mapping.numberWithin)
  const key = mapping.key?.map(at) ?? (parent === null ? null : [parent])
  if (key) refuseForeignKey(kind, mapping, key, choices)
  if (key && kind.lineOf && !numbered) joins.push(...lineKey(kind, kind.lineOf, key, choices))
  const fillDown = (mapping.fillDown ?? []).map(at)
  const used = new Set([
    ...joins.flatMap(({ from }) => from),
    ...splits.map(({ from }) => from),
    ...(key ?? []),
    ...fillDown,
  ])
  return {
    width,
    straight:
      moves.length === headings.length &&
      moves.every(isStraight) &&
      joins.length + splits.length + constants.length === 0,
    moves,
    joins,
    splits,
    constants,
    group: mapping.groupHeading === undefined ? null : columnAt(kind, mapping.groupHeading),
    fillDown,
    // Lines of a parent are known by it and by what tells its lines apart.
    key: kind.keyColumn === undefined ? null : key,
    numbered,
    marks,
    sources: new Map(moves.map(({ from, to }) => [to, from])),
    unknown: headings
      .filter((heading, place) => !choices[place] && !used.has(place) && columns.choose(heading) !== null)
      .map((heading) => heading.trim().slice(0, 100))
      .filter((heading) => heading !== '')
      .slice(0, MOST_REPORTED),
    recognised: Object.fromEntries(
      headings.flatMap((heading, place) => {
        const name = kind.columns[choices[place]?.at ?? -1]?.name
        return name === undefined || headingKey(name) === headingKey(heading) ? [] : [[heading.trim(), name]]
      }),
    ),
    missing: Object.keys(mapping.columns ?? {}).filter((heading) => !places.has(headingKey(heading))),
  }
}

/** Names of the columns of a kind, as they may stand above them. */
export const acceptedBy = (kind: KindDefinition): string[] => kind.columns.map(({ name }) => name)

function inOrder(kind: KindDefinition, width: number): Placement {
  const moves = kind.columns.slice(0, width).map((_, at) => ({ from: at, to: at, values: null }))
  return {
    width,
    straight: true,
    moves,
    joins: [],
    splits: [],
    constants: [],
    group: null,
    fillDown: [],
    key: null,
    numbered: false,
    marks: {},
    sources: new Map(moves.map(({ from, to }) => [to, from])),
    unknown: [],
    recognised: {},
    missing: [],
  }
}

const isStraight = ({ from, to, values }: Move) => from === to && values === null

/** What tells the lines of a parent apart, where no heading does: the parts of the key that are not the parent's. */
function lineKey(
  kind: KindDefinition,
  { column, parent }: NonNullable<KindDefinition['lineOf']>,
  key: readonly number[],
  choices: readonly ({ at: number } | undefined)[],
): Join[] {
  const to = columnAt(kind, column)
  if (choices.some((choice) => choice?.at === to)) return []
  const ofParent = new Set(parent.map((name) => columnAt(kind, name)))
  const from = key.filter((place) => !ofParent.has(choices[place]?.at ?? -1))
  return from.length > 0 ? [{ from, to, with: '/' }] : []
}

/** A kind whose rows have a number of their own is told apart by that, whatever the mapping would like. */
function refuseForeignKey(
  kind: KindDefinition,
  mapping: ImportMapping,
  key: readonly number[],
  choices: readonly ({ at: number } | undefined)[],
): void {
  if (kind.keyColumn !== undefined || kind.lineOf !== undefined) return
  const own = key.every((place) => {
    const choice = choices[place]
    return choice !== undefined && kind.columns[choice.at]?.required === true
  })
  if (own && mapping.numberWithin === undefined) return
  const required = kind.columns.filter((column) => column.required).map(({ name }) => name)
  throw new ReadRefusal(
    'key_not_possible',
    `Rows of ${kind.kind} are told apart by their own columns (${required.join(', ') || 'see the reference'}), so the mapping cannot give them another key.`,
  )
}
