import { sql } from 'kysely'
import { arrayLiteral } from '../body/array-literal.ts'
import type { Names } from '../body/body.ts'
import type { IngestContext } from '../ingest-context.ts'

/** A file names a few hundred items and customers; a hostile one must not fill the memory with others. */
const MOST_REMEMBERED = 50_000

type Register = 'resolve_sales_items' | 'resolve_sales_customers'

/**
 * What sales lines call their items, or their customers, as numbers of the register, in the order of the lines; each pair is
 * asked once per batch. In a transaction of its own: another batch that meets the same new name must not wait until this
 * one has landed.
 */
export function createNames(context: IngestContext, register: Register) {
  const known = new Map<string, number>()
  return async ({ pairs, at }: Names): Promise<(number | null)[]> => {
    if (known.size > MOST_REMEMBERED) known.clear()
    const names = pairs.map((pair) => pair.join('\0'))
    const unknown = pairs.filter((_, place) => !known.has(names[place] as string))
    const ids = unknown.length > 0 ? await resolve(context, register, unknown) : []
    unknown.forEach((pair, place) => void known.set(pair.join('\0'), ids[place] as number))
    return at.map((place) => (place === null ? null : (known.get(names[place] as string) as number)))
  }
}

async function resolve(context: IngestContext, register: Register, pairs: Names['pairs']): Promise<number[]> {
  const firsts = arrayLiteral(pairs, ([first]) => first)
  const seconds = arrayLiteral(pairs, ([, second]) => second)
  const { rows } = await context.shortTransaction((tx) =>
    sql<{
      ids: number[]
    }>`select portal.${sql.raw(register)}(${firsts}::text[], ${seconds}::text[]) as ids`.execute(tx),
  )
  return rows[0]?.ids ?? []
}
