import type { Page } from 'playwright-core'
import { settled } from './browser.ts'
import { OPENS, type Place, places } from './figure-places.ts'
import type { Portal } from './portal.ts'
import { drawer, sums } from './sales.ts'

/** Whose lines: everybody's, or those of one client. */
export type Asker = { page: Page; tenant: number | null }

type Counted = {
  quantity: number
  amount: string
  lines: number
  orders: number
  customers: number
  /** What a client's customers are (D2). */
  codes: number
  products: number
}

/**
 * Finds the figure again by its label, opens it and holds three things against each other: the figure, the sums of the lines,
 * and SQL over the rows.
 */
export async function audit(portal: Portal, { page, tenant }: Asker, place: Place): Promise<string | null> {
  const found = (await places(page)).filter(({ label }) => label === place.label)
  const [now] = found
  if (!now || found.length > 1) return `${page.url()} has ${found.length} places called ${place.label}`
  if (now.text !== place.text) return `${page.url()} ${place.label} reads ${now.text}, not ${place.text}`
  await page.locator(OPENS).nth(now.at).click()
  try {
    await drawer(page).waitFor({ timeout: 10_000 })
  } catch {
    return `${page.url()} does not open: ${place.label}`
  }
  const { shown, sum, more, verdict } = await sums(page)
  const address = new URL(page.url())
  const [counted, beside] = await count(portal, page, address, tenant)
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'detached' })
  await settled(page)
  const wrong: string[] = []
  const said = [String(counted.quantity), counted.amount, String(counted.lines)]
  if (String(sum) !== String(said)) wrong.push(`the lines say ${sum}, the rows ${said}`)
  if (shown.some((one, at) => /\d/.test(one) && one !== sum[at]))
    wrong.push(`the screen says ${shown}, the lines ${sum}`)
  for (const [name, onScreen, ofLines] of more)
    if (onScreen !== ofLines) wrong.push(`${name} is ${onScreen} on the screen, ${ofLines} of the lines`)
  // An index of the season is no sum, and says so.
  const index = /^season-/.test(address.searchParams.get('lines') ?? '')
  if (verdict !== (index ? '' : 'The lines add up to the figure')) wrong.push(`verdict: ${verdict}`)
  if (!index && !reads(place, address, counted, beside))
    wrong.push(`it reads ${place.figure}, the rows are ${JSON.stringify([counted, beside])}`)
  return wrong.length > 0 ? `${address.pathname}${address.search} ${place.label}: ${wrong.join('; ')}` : null
}

const near = (one: number, other: number, within: number) => Math.abs(one - other) <= within

/** Whether a change is that from one side of it to the other, in what the address names. */
function readsChange(figure: string, asked: string, now: Counted, before: Counted): boolean {
  const [, of = ''] = asked.match(/^(?:growth|change)-([a-z]+)/) ?? []
  const [to, from] = [now, before].map((side) => Number(side[of as keyof Counted]))
  if (from === undefined || to === undefined) return false
  if (from === 0) return figure === (to === 0 ? '0.0%, stable' : 'new')
  return near(Number(figure.split('%')[0]?.replace(/[,+]/g, '')), (100 * (to - from)) / from, 0.0501)
}

/** Whether the figure is one of those that the lines have, rounded as it is written. */
function reads(
  { figure }: Place,
  { pathname, searchParams }: URL,
  counted: Counted,
  beside: Counted | undefined,
): boolean {
  const asked = searchParams.get('lines') ?? ''
  if (/^(growth|change)-/.test(asked))
    return beside !== undefined && readsChange(figure, asked, counted, beside)
  // A month of the revenue trend has a figure of each year.
  const both =
    pathname === '/current-sales' &&
    /^month-\d+$/.test(searchParams.get('lines') ?? '') &&
    !searchParams.has('year')
  const amount = Number(counted.amount)
  // Years before amounts, not amounts like $2,042.
  const text = (both ? figure.replace(/\b20\d\d (?=-?(US)?\$)/g, '') : figure).replace(/US\$|[$,]/g, '')
  const figures = text.match(/-?\d+(\.\d+)?/g) ?? []
  const [first = Number.NaN, second = 0] = figures.map(Number)
  const known = [
    ...[
      counted.quantity,
      amount,
      counted.lines,
      counted.orders,
      counted.customers,
      counted.codes,
      counted.products,
    ],
    ...[amount / counted.lines, amount / counted.orders],
    // The average of a month is over twelve, or over three in the first two years.
    ...(/^average-/.test(asked) ? [12, 3].flatMap((over) => [counted.quantity / over, amount / over]) : []),
  ]
  if (both) return near(first + second, amount, 1.01)
  return known.some((one) => near(first, one, Number.isInteger(first) ? 0.501 : 0.0051))
}

/**
 * The same lines counted from the rows, by what the address says that the figure is (D2); of a change also those of the side
 * before.
 */
async function count(
  portal: Portal,
  page: Page,
  address: URL,
  tenant: number | null,
): Promise<[Counted, Counted?]> {
  const asked = address.searchParams
  const current = address.pathname === '/current-sales'
  const api = async (path: string, names: string[]) => {
    const query = new URLSearchParams(
      names.flatMap((name) => (asked.has(name) ? [[name, asked.get(name) as string]] : [])),
    )
    // A connection that has waited may be closed the moment that it is asked again.
    return (await page.request.get(`/api/v1/sales/${path}?${query}`, { maxRetries: 3 })).json()
  }
  const figure = asked.get('lines') ?? ''
  const filters = ['search', 'year', 'month', 'quarter', 'currency']
  const screen = await api(
    current ? 'current' : address.pathname === '/sales' ? 'history' : 'analytics',
    filters,
  )
  const number = (name: string) => (asked.has(name) ? Number(asked.get(name)) : undefined)
  let [from, to, fromMonth, toMonth] = [number('year') ?? 1, number('year') ?? 9999, 1, 12]
  let month = number('month')
  let quarter = number('quarter')
  let period: { from: string; to: string } | undefined
  let periodBefore: typeof period
  const names: Record<string, string | undefined> = {}
  const trendOf = {
    product: asked.get('product') ?? undefined,
    customer: asked.get('customer') ?? undefined,
  }
  let unlisted: [list?: string, keys?: string[]] = []
  const [, kind = '', rest = ''] = figure.match(/^([a-z]+)-?(.*)$/s) ?? []
  const one = (year: string | number) => {
    from = to = Number(year)
  }
  if (kind === 'year') one(rest)
  else if (kind === 'quarter') quarter = Number(rest)
  else if (kind === 'product' || kind === 'customer') names[kind] = rest
  else if (kind === 'evolution') {
    const [, year = '', product] = rest.match(/^(\d{4}|all)-(.+)$/s) ?? []
    names.product = product
    if (year === 'all') [from, to] = [screen.evolution.years[0], screen.evolution.years.at(-1)]
    else one(year)
  } else if (kind === 'ytd' || kind === 'code') {
    one(rest.slice(0, 4))
    toMonth = screen.ytd.throughMonth
    if (kind === 'code') names.code = rest.slice(5)
  } else if (kind === 'growth') {
    const [, code] = rest.match(/^(?:quantity|amount)-(.+)$/s) ?? []
    if (current) {
      one(screen.ytd.years[1])
      toMonth = screen.ytd.throughMonth
      names.code = code
    } else {
      one(screen.comparison.years[1])
      quarter = code ? Number(code) : quarter
      toMonth = screen.comparison.months.at(-1)
    }
  } else if (kind === 'average') {
    const [year = 0, last = 0] = rest.split('-').map(Number)
    const { averageOver } = await api('trend', ['search', 'currency', 'product', 'customer'])
    const [ends, starts] = [year * 12 + last - 1, year * 12 + last - averageOver]
    const text = (at: number) => `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
    period = { from: text(starts), to: text(ends) }
    ;[from, to, quarter, month] = [1, 9999, undefined, undefined]
    Object.assign(names, trendOf)
  } else if (kind === 'season') {
    ;[from, to, month, quarter] = [1, 9999, Number(rest), undefined]
    Object.assign(names, trendOf)
  } else if (kind === 'month' || kind === 'trend') {
    const [, year, which] = rest.match(/^(?:(\d{4})-)?(\d+)$/) ?? []
    month = Number(which)
    quarter = undefined
    if (year) one(year)
    else if (current && !asked.has('year')) [from, to] = screen.ytd.years
    if (kind === 'trend') Object.assign(names, trendOf)
  } else if (kind === 'current' || kind === 'previous' || kind === 'change') {
    const compared = await api('comparison', ['search', 'currency', 'from', 'to', 'againstFrom', 'againstTo'])
    period = kind === 'previous' ? compared.against : compared.period
    if (kind === 'change') periodBefore = compared.against
    ;[from, to, quarter, month] = [1, 9999, undefined, undefined]
    const row = kind === 'change' ? rest.replace(/^[a-z]+-?/, '') : rest
    const [, list, key] = row.match(/^(product|customer|others)-(.+)$/s) ?? []
    if (list === 'others')
      unlisted = [key, compared[key ?? ''].items.map((item: { key: string }) => item.key)]
    else if (list) names[list] = key
  }
  if (month !== undefined) [fromMonth, toMonth] = [month, Math.min(month, toMonth)]
  if (quarter !== undefined) [fromMonth, toMonth] = [quarter * 3 - 2, Math.min(quarter * 3, toMonth)]
  const [table, order] = current ? ['current_sales', 'so'] : ['sales_history', 'invoice_no']
  const prefix = current ? 'current_sales' : 'sales'
  const ask = async (years: [number, number], between: typeof period): Promise<Counted> => {
    const rows = await portal.database(
      `select coalesce(sum(l.quantity), 0)::float8 / 1000 as quantity, to_char(coalesce(sum(l.amount_cents), 0) / 100.0, 'FM9999999999990.00') as amount,
       count(*)::int as lines, count(distinct l.${order})::int as orders,
       count(distinct case when c.client_code <> '' then c.client_code else 'name ' || c.customer end)
         filter (where c.customer <> 'Unknown Client')::int as customers, count(distinct c.client_code)::int as codes, count(distinct i.product)::int as products
     from (select tenant_id, year, month, currency, item_id, customer_id, quantity, amount_cents, ${order} from portal.${table}
           union all select 0, year, month, currency, item_id, customer_id, quantity, amount_cents, ${order} from portal.unassigned_${table}) l
     join portal.${prefix}_items i on i.tenant_id = l.tenant_id and i.item_id = l.item_id
     join portal.${prefix}_customers c on c.tenant_id = l.tenant_id and c.customer_id = l.customer_id
     where ($1::int is null or l.tenant_id = $1) and l.currency = $2 and l.year between $3 and $4 and l.month between $5 and $6
       and ($7::text is null or to_char(l.year, 'FM0000') || to_char(l.month, 'FM-00') between $7 and $8)
       and ($9::text is null or i.product = $9) and ($10::text is null or c.customer = $10) and ($11::text is null or i.item_no = $11)
       and ($12::text is null or strpos(i.search_text, portal.search_fold($12)) > 0 or strpos(c.search_text, portal.search_fold($12)) > 0
            ${current ? 'or strpos(portal.search_fold(l.so), portal.search_fold($12)) > 0' : ''})
       and ($13::text is null or case $13 when 'products' then i.product else c.customer end <> all ($14::text[]))`,
      [
        ...[
          tenant,
          screen.currency,
          ...years,
          fromMonth,
          toMonth,
          between?.from ?? null,
          between?.to ?? null,
        ],
        ...[names.product ?? null, names.customer ?? null, names.code ?? null, asked.get('search')],
        ...[unlisted[0] ?? null, unlisted[1] ?? []],
      ],
    )
    return rows[0] as Counted
  }
  const own = await ask([from, to], period)
  if (kind === 'growth') return [own, await ask([from - 1, to - 1], undefined)]
  return periodBefore ? [own, await ask([from, to], periodBefore)] : [own]
}
