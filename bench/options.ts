import { parseArgs } from 'node:util'

export type Options = { sizes: number[]; rounds: number; duckdb: boolean; current: boolean }

/**
 * `npm run bench -- --rows 100000,1000000 --rounds 40 --duckdb --current`; the growth is measured from the first size to the
 * last. `current`: a fifth as many lines of current sales beside them.
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000,1000000' },
      rounds: { type: 'string', default: '40' },
      duckdb: { type: 'boolean', default: false },
      current: { type: 'boolean', default: false },
    },
  })
  const sizes = values.rows.split(',').map(Number)
  const rounds = Number(values.rounds)
  if (sizes.some((size) => !Number.isInteger(size) || size < 50_000))
    throw new Error('--rows: whole numbers from 50000')
  if (!Number.isInteger(rounds) || rounds < 5) throw new Error('--rounds: a whole number from 5')
  return { sizes, rounds, duckdb: values.duckdb, current: values.current }
}
