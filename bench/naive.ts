/** One question of the screen, asked of the delivered lines with plain SQL that PostgreSQL and DuckDB both understand. */
export type Question = { tenant: number; search?: string; year?: number }

export const name = ({ tenant, search, year }: Question) =>
  [tenant === 0 ? 'all' : `T${tenant}`, search && `"${search}"`, year].filter(Boolean).join(' ')

/** The newest year of the generated lines is 2026: the evolution shows the six before. */
const WINDOW = [2020, 2025]

/** The screen's parts: totals, years, months, top products, evolution. */
export function naiveQueries({ tenant, search, year }: Question): Record<string, string> {
  const of = [
    tenant > 0 && `tenant = ${tenant}`,
    search && `(item ilike '%${search}%' or customer ilike '%${search}%' or item_no ilike '%${search}%')`,
  ].filter(Boolean)
  const where = (...more: (string | false | undefined)[]) => {
    const all = [...of, ...more.filter(Boolean)]
    return all.length > 0 ? `where ${all.join(' and ')}` : ''
  }
  const inYear = year !== undefined && `year = ${year}`
  const sums = 'sum(quantity) as quantity, sum(cents) as cents'
  const table = 'bench.delivered'
  return {
    totals: `select ${sums}, count(*) as lines, count(distinct invoice) as orders from ${table} ${where(inYear)}`,
    years: `select year, ${sums} from ${table} ${where()} group by year order by year`,
    months: `select month, ${sums} from ${table} ${where(inYear)} group by month order by month`,
    top: `select item, ${sums} from ${table} ${where(inYear)} group by item order by 2 desc, 1 limit 10`,
    evolution: `select item, year, quantity from (
      select item, year, sum(quantity) as quantity, sum(sum(quantity)) over (partition by item) as total
        from ${table} ${where(`year between ${WINDOW[0]} and ${WINDOW[1]}`)} group by item, year) x order by total desc, item, year limit 120`,
  }
}
