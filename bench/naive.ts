/** One question of a screen, asked of the delivered lines with plain SQL that PostgreSQL and DuckDB both understand. */
export type Question = { tenant: number; search?: string; year?: number }
export type Dataset = 'history' | 'current'

export const name = ({ tenant, search, year }: Question) =>
  [tenant === 0 ? 'all' : `T${tenant}`, search && `"${search}"`, year].filter(Boolean).join(' ')

/** The newest year of the generated lines is 2026: the evolution shows the six before, current sales compare two. */
const WINDOW = { history: [2020, 2025], current: [2025, 2026] }
/** Where the delivered lines lie, and by what their products are ranked. */
const OF = {
  history: { table: 'bench.delivered', rank: 'quantity' },
  current: { table: 'bench.delivered_current', rank: 'cents' },
}

/** As the portal's search: blanks and hyphens are passed over. */
const contains = (column: string, search: string) =>
  `replace(replace(${column}, ' ', ''), '-', '') ilike '%${search}%'`

/** The screen's parts: totals, years, months, top products, and products by year. */
export function naiveQueries(
  { tenant, search, year }: Question,
  dataset: Dataset,
): Record<'totals' | 'years' | 'months' | 'top' | 'products', string> {
  const { table, rank } = OF[dataset]
  const of = [
    tenant > 0 && `tenant = ${tenant}`,
    search && `(${['item', 'customer', 'item_no'].map((column) => contains(column, search)).join(' or ')})`,
  ].filter(Boolean)
  const where = (...more: (string | false | undefined)[]) => {
    const all = [...of, ...more.filter(Boolean)]
    return all.length > 0 ? `where ${all.join(' and ')}` : ''
  }
  const inYear = year !== undefined && `year = ${year}`
  const sums = 'sum(quantity) as quantity, sum(cents) as cents'
  const [first, last] = WINDOW[dataset]
  return {
    totals: `select ${sums}, count(*) as lines, count(distinct invoice) as orders from ${table} ${where(inYear)}`,
    years: `select year, ${sums} from ${table} ${where()} group by year order by year`,
    months: `select month, ${sums} from ${table} ${where(inYear)} group by month order by month`,
    top: `select item, ${sums} from ${table} ${where(inYear)} group by item order by ${rank} desc, item limit 10`,
    products: `select item, year, ranked from (
      select item, year, sum(${rank}) as ranked, sum(sum(${rank})) over (partition by item) as total
        from ${table} ${where(`year between ${first} and ${last}`)} group by item, year) x order by total desc, item, year limit 120`,
  }
}
