import { headingKey } from '../../domain/kinds/column.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { ReadRefusal } from './refusal.ts'

/** A hostile row can hold a hundred thousand keys: neither the cache nor the report grows with them. */
const MOST_REMEMBERED = 1000
const MOST_REPORTED = 50

export type Headings = {
  /** Where the cell under this heading goes in the kind's columns; undefined when it is none of them. */
  find(heading: string): number | undefined
  /** The same, and remembers a heading that is unknown for the report of the batch. */
  place(heading: string): number | undefined
  /** The unknown ones, as written, at most fifty. */
  unknown(): string[]
}

/** Looks headings up: the mapping first, then the source's own spellings. Refuses a mapping to no column of the kind. */
export function createHeadings(
  kind: Pick<KindDefinition, 'kind' | 'byHeading'>,
  mapping: Readonly<Record<string, string>> = {},
): Headings {
  const places = new Map<string, number>(kind.byHeading)
  for (const [heading, column] of Object.entries(mapping)) {
    const at = kind.byHeading.get(headingKey(column))
    if (at === undefined) {
      throw new ReadRefusal(
        'unknown_column',
        `The mapping names "${column}", which is no column of ${kind.kind}.`,
      )
    }
    places.set(headingKey(heading), at)
  }
  const remembered = new Map<string, number | undefined>()
  const unknown = new Set<string>()

  const find = (heading: string) => {
    const known = remembered.get(heading)
    if (known !== undefined || remembered.has(heading)) return known
    const at = places.get(headingKey(heading))
    if (remembered.size < MOST_REMEMBERED) remembered.set(heading, at)
    return at
  }
  return {
    find,
    place(heading) {
      const at = find(heading)
      const name = at === undefined ? heading.trim().slice(0, 100) : ''
      if (name !== '' && unknown.size < MOST_REPORTED) unknown.add(name)
      return at
    },
    unknown: () => [...unknown],
  }
}
