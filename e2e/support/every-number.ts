import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { SEED } from '../../test/support/seed.ts'
import { settled } from './browser.ts'
import type { Portal } from './portal.ts'
import { chartsDrawn, drawer, sums } from './sales.ts'

/** Places of a screen that open lines: cards, cells and rows of tables, marks of charts, sides of year-to-date. */
const OPENS =
  'main :is([data-span] > button, tbody button, svg [role="button"], button[data-side], li > button)'

type Place = { at: number; text: string; figure: string }

/** Whose lines: everybody's, or those of one client. */
export type Asker = { page: Page; tenant: number | null }

/** So many of them, by the run's seed. */
export const drawn = <T>(what: string, of: readonly T[], most: number): T[] =>
  of
    .map((one, at) => ({ one, draw: createHash('sha256').update(`${SEED} ${what} ${at}`).digest('hex') }))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1))
    .slice(0, most)
    .map(({ one }) => one)

/** What stands at each place, and its figure as a person reads it. */
export async function places(page: Page): Promise<Place[]> {
  await chartsDrawn(page)
  const found = await page.locator(OPENS).evaluateAll((all) =>
    all.map((one, at) => {
      const text = (of: Element | null) => (of as HTMLElement | null)?.innerText ?? ''
      const label = one instanceof SVGElement ? (one.getAttribute('aria-label') ?? '') : ''
      const row = one.closest('tbody th')
      const card = one.matches('[data-span] > button')
      const lines = text(one).split('\n')
      return {
        at,
        text: label || text(row ? row.parentElement : one),
        // A name may hold figures of its own: what is read comes after it.
        figure: label
          ? label.slice(label.lastIndexOf(': ') + 2)
          : row
            ? [...(row.parentElement?.querySelectorAll('td') ?? [])].map(text).join(' ')
            : card
              ? (lines[1] ?? '')
              : one.hasAttribute('data-side')
                ? (lines.at(-1) ?? '')
                : (lines[0] ?? ''),
      }
    }),
  )
  // A month that is left out has no figure, and one that is only forecast no lines.
  return found.filter(({ figure }) => /\d/.test(figure) && !/^Forecast/.test(figure))
}

/** Every chart of the screen as its table. */
export async function readAsTables(page: Page) {
  const buttons = page.getByRole('button', { name: 'View as table' })
  await buttons.evaluateAll((all) => {
    for (const one of all) (one as HTMLElement).click()
  })
  await buttons.first().waitFor({ state: 'detached' })
}

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

/** Opens the place and holds three things against each other: its figure, the sums of the lines, and SQL over the rows. */
export async function audit(portal: Portal, { page, tenant }: Asker, place: Place): Promise<string | null> {
  const [now] = (await places(page)).filter(({ at, text }) => at === place.at && text === place.text)
  if (!now) return `${page.url()} has changed beneath the trial: ${place.text}`
  await page.locator(OPENS).nth(place.at).dispatchEvent('click')
  try {
    await drawer(page).waitFor({ timeout: 10_000 })
  } catch {
    return `${page.url()} does not open: ${place.text}`
  }
  const { shown, sum, verdict } = await sums(page)
  const address = new URL(page.url())
  const counted = await count(portal, page, address, tenant)
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'detached' })
  await settled(page)
  const wrong: string[] = []
  const said = [String(counted.quantity), counted.amount, String(counted.lines)]
  if (String(sum) !== String(said)) wrong.push(`the lines say ${sum}, the rows ${said}`)
  if (shown.some((one, at) => /\d/.test(one) && one !== sum[at]))
    wrong.push(`the screen says ${shown}, the lines ${sum}`)
  if (verdict !== 'The lines add up to the figure') wrong.push(`verdict: ${verdict}`)
  if (!reads(place, address, counted))
    wrong.push(`it reads ${place.figure}, the rows are ${JSON.stringify(counted)}`)
  return wrong.length > 0 ? `${address.pathname}${address.search} ${place.text}: ${wrong.join('; ')}` : null
}

/** Whether the figure is one of those that the lines have, rounded as it is written. */
function reads({ figure }: Place, { pathname, searchParams }: URL, counted: Counted): boolean {
  // A month of the revenue trend has a figure of each year.
  const both =
    pathname === '/current-sales' &&
    /^month-\d+$/.test(searchParams.get('lines') ?? '') &&
    !searchParams.has('year')
  const amount = Number(counted.amount)
  const text = figure.replace(/US\$|[$,]/g, '')
  const figures = (both ? text.replace(/\b20\d\d (?=-?\d)/g, '') : text).match(/-?\d+(\.\d+)?/g) ?? []
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
  ]
  const near = (one: number, other: number, within: number) => Math.abs(one - other) <= within
  if (both) return near(first + second, amount, 1.01)
  return known.some((one) => near(first, one, Number.isInteger(first) ? 0.501 : 0.0051))
}

/** The same lines counted from the rows, by what the address says that the figure is (D2). */
async function count(portal: Portal, page: Page, address: URL, tenant: number | null): Promise<Counted> {
  const asked = address.searchParams
  const current = address.pathname === '/current-sales'
  const api = async (path: string, names: string[]) => {
    const query = new URLSearchParams(
      names.flatMap((name) => (asked.has(name) ? [[name, asked.get(name) as string]] : [])),
    )
    return (await page.request.get(`/api/v1/sales/${path}?${query}`)).json()
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
  const names: Record<string, string | undefined> = {}
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
  } else if (kind === 'month' || kind === 'trend') {
    const [, year, which] = rest.match(/^(?:(\d{4})-)?(\d+)$/) ?? []
    month = Number(which)
    quarter = undefined
    if (year) one(year)
    else if (current && !asked.has('year')) [from, to] = screen.ytd.years
    if (kind === 'trend')
      Object.assign(names, {
        product: asked.get('product') ?? undefined,
        customer: asked.get('customer') ?? undefined,
      })
  } else if (kind === 'current' || kind === 'previous') {
    const compared = await api('comparison', ['search', 'currency', 'from', 'to', 'againstFrom', 'againstTo'])
    period = kind === 'current' ? compared.period : compared.against
    ;[from, to, quarter, month] = [1, 9999, undefined, undefined]
    const [, list, key] = rest.match(/^(product|customer|others)-(.+)$/s) ?? []
    if (list === 'others')
      unlisted = [key, compared[key ?? ''].items.map((item: { key: string }) => item.key)]
    else if (list) names[list] = key
  }
  if (month !== undefined) [fromMonth, toMonth] = [month, Math.min(month, toMonth)]
  if (quarter !== undefined) [fromMonth, toMonth] = [quarter * 3 - 2, quarter * 3]
  const [table, order] = current ? ['current_sales', 'so'] : ['sales_history', 'invoice_no']
  const prefix = current ? 'current_sales' : 'sales'
  const rows = await portal.database(
    `select coalesce(sum(l.quantity), 0)::float8 / 1000 as quantity, to_char(coalesce(sum(l.amount_cents), 0) / 100.0, 'FM9999999999990.00') as amount,
       count(*)::int as lines, count(distinct l.${order})::int as orders,
       count(distinct c.customer) filter (where c.customer <> 'Unknown Client')::int as customers, count(distinct c.client_code)::int as codes, count(distinct i.product)::int as products
     from (select tenant_id, year, month, currency, item_id, customer_id, quantity, amount_cents, ${order} from portal.${table}
           union all select 0, year, month, currency, item_id, customer_id, quantity, amount_cents, ${order} from portal.unassigned_${table}) l
     join portal.${prefix}_items i on i.tenant_id = l.tenant_id and i.item_id = l.item_id
     join portal.${prefix}_customers c on c.tenant_id = l.tenant_id and c.customer_id = l.customer_id
     where ($1::int is null or l.tenant_id = $1) and l.currency = $2 and l.year between $3 and $4 and l.month between $5 and $6
       and ($7::text is null or to_char(l.year, 'FM0000') || to_char(l.month, 'FM-00') between $7 and $8)
       and ($9::text is null or i.product = $9) and ($10::text is null or c.customer = $10) and ($11::text is null or i.item_no = $11)
       and ($12::text is null or strpos(i.search_text, portal.fold($12)) > 0 or strpos(c.search_text, portal.fold($12)) > 0
            ${current ? 'or strpos(portal.fold(l.so), portal.fold($12)) > 0' : ''})
       and ($13::text is null or case $13 when 'products' then i.product else c.customer end <> all ($14::text[]))`,
    [
      ...[tenant, screen.currency, from, to, fromMonth, toMonth, period?.from ?? null, period?.to ?? null],
      ...[names.product ?? null, names.customer ?? null, names.code ?? null, asked.get('search')],
      ...[unlisted[0] ?? null, unlisted[1] ?? []],
    ],
  )
  return rows[0] as Counted
}
