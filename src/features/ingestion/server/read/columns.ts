import type { ColumnRule, ImportMapping } from '../../domain/import-mapping.ts'
import { aliasKey, headingKey } from '../../domain/kinds/column.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { ReadRefusal } from './refusal.ts'

/** How a heading was recognised, the strongest first: by the mapping, as a name of the source, as a name in one of four languages. */
type Rank = 0 | 1 | 2
type Choice = { at: number; rank: Rank; rule: ColumnRule }

export type Columns = {
  /** Which column of the kind a heading means; null where the mapping leaves it out, undefined where nobody knows. */
  choose(heading: string): Choice | null | undefined
  /**
   * The same for all headings of a table: of several that mean one column the strongest takes it. Throws
   * `duplicate_heading` where two are equally strong.
   */
  chooseAll(headings: readonly string[]): (Choice | undefined)[]
}

/** Throws `unknown_column` where the mapping names no column of the kind. */
export function createColumns(kind: KindDefinition, mapping: ImportMapping): Columns {
  const mapped = new Map<string, Choice | null>()
  for (const [heading, to] of Object.entries(mapping.columns ?? {})) {
    const rule = typeof to === 'string' ? { column: to } : to
    mapped.set(headingKey(heading), rule && { at: columnAt(kind, rule.column), rank: 0, rule })
  }
  const recognised = (at: number, rank: Rank): Choice => ({
    at,
    rank,
    rule: { column: kind.columns[at]?.name ?? '' },
  })
  const choose = (heading: string): Choice | null | undefined => {
    const key = headingKey(heading)
    const exact = mapped.get(key)
    if (exact !== undefined) return exact
    const named = kind.byHeading.get(key)
    if (named !== undefined) return recognised(named, 1)
    const alias = kind.byAlias.get(aliasKey(heading))
    return alias === undefined ? undefined : recognised(alias, 2)
  }
  return {
    choose,
    chooseAll(headings) {
      const choices = headings.map((heading) => choose(heading) ?? undefined)
      const strongest = new Map<number, Rank>()
      for (const choice of choices)
        if (choice) strongest.set(choice.at, Math.min(choice.rank, strongest.get(choice.at) ?? 2) as Rank)
      const taken = new Map<number, string>()
      return choices.map((choice, place) => {
        if (!choice || choice.rank !== strongest.get(choice.at)) return undefined
        const heading = (headings[place] as string).trim()
        const other = taken.get(choice.at)
        if (other !== undefined)
          throw new ReadRefusal(
            'duplicate_heading',
            `"${other}" and "${heading}" both mean ${kind.columns[choice.at]?.name}; a mapping says which.`,
            { found: headings },
          )
        taken.set(choice.at, heading)
        return choice
      })
    },
  }
}

/** Whether a heading is a column of the kind, or one that the mapping names. */
export function createKnown(kind: KindDefinition, mapping: ImportMapping): (heading: string) => boolean {
  const { choose } = createColumns(kind, mapping)
  const { key = [], numberWithin, fillDown = [], split = [], columns = {} } = mapping
  const joined = Object.values(columns).flatMap((rule) =>
    typeof rule === 'object' && rule !== null ? (rule.join ?? []) : [],
  )
  const named = [
    ...key,
    ...(numberWithin === undefined ? [] : [numberWithin]),
    ...fillDown,
    ...joined,
    ...split.map(({ from }) => from),
  ]
  const keys = new Set(named.map(headingKey))
  return (heading) => choose(heading) !== undefined || keys.has(headingKey(heading))
}

/** The place of one of our columns. Throws `unknown_column` with the columns that there are. */
export function columnAt(kind: KindDefinition, name: string): number {
  const at = kind.byHeading.get(headingKey(name))
  if (at !== undefined) return at
  const accepted = kind.columns.map((column) => column.name)
  throw new ReadRefusal(
    'unknown_column',
    `The mapping names "${name}", which is no column of ${kind.kind}; these are: ${accepted.join(', ')}.`,
    { accepted },
  )
}
