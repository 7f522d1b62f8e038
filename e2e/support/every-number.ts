import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { SEED } from '../../test/support/seed.ts'
import { settled } from './browser.ts'
import type { Portal } from './portal.ts'
import { chartsDrawn, drawer, sums } from './sales.ts'

/** Places of a screen that open lines: cards, cells and rows of tables, marks of charts, sides of year-to-date. */
const OPENS =
  'main :is([data-span] > button, tbody button, svg [role="button"], button[data-side], li > button)'
/**
 * Where figures stand, whether they open anything or not; what a legend says beside a colour is the name of a series. A month that
 * is only forecast is no sum of lines.
 */
const FIGURES =
  'main :is([data-span] strong, tbody td, svg [role="img"], [data-side], section li:not(:has(> i)))'
const NO_SUM = 'Forecast'

/** `label`: where it stands, by the names around it; `figure`: what a person reads there. */
type Place = { at: number; label: string; text: string; figure: string }

/** Whose lines: everybody's, or those of one client. */
export type Asker = { page: Page; tenant: number | null }

/** So many of them, by the run's seed. */
export const drawn = <T>(what: string, of: readonly T[], most: number): T[] =>
  of
    .map((one, at) => ({ one, draw: createHash('sha256').update(`${SEED} ${what} ${at}`).digest('hex') }))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1))
    .slice(0, most)
    .map(({ one }) => one)

/** What stands at each place, under which name, and its figure as a person reads it. */
export async function places(page: Page): Promise<Place[]> {
  await chartsDrawn(page)
  const found = await page.locator(OPENS).evaluateAll((all) => {
    const text = (of: Element | null | undefined) => (of as HTMLElement | null | undefined)?.innerText ?? ''
    const nameOf = (one: Element) => {
      const section = one.closest('section')
      const named = document.getElementById(section?.getAttribute('aria-labelledby') ?? '')
      return section?.getAttribute('aria-label') ?? text(named)
    }
    /** Heads of a table's column, the wide ones first. */
    const headsOf = (cell: HTMLTableCellElement) => {
      const rows = [...(cell.closest('table')?.tHead?.rows ?? [])]
      const grid: string[][] = rows.map(() => [])
      rows.forEach((row, level) => {
        let column = 0
        for (const head of row.cells) {
          while (grid[level]?.[column] !== undefined) column += 1
          for (let down = 0; down < head.rowSpan; down += 1)
            for (let across = 0; across < head.colSpan; across += 1) {
              const line = grid[level + down]
              if (line) line[column + across] = down === 0 ? text(head) : ''
            }
        }
      })
      return grid.map((line) => line[cell.cellIndex] ?? '')
    }
    return all.map((one, at) => {
      const spoken = one instanceof SVGElement ? (one.getAttribute('aria-label') ?? '') : ''
      const cell = one.closest<HTMLTableCellElement>('tbody :is(th, td)')
      const row = cell?.closest('tr')
      const card = one.matches('[data-span] > button')
      const lines = text(one).split('\n')
      const entry = one.closest('li')
      const names = spoken
        ? [spoken.slice(0, spoken.lastIndexOf(': '))]
        : cell
          ? [text(row?.cells[0]), ...(cell.tagName === 'TD' ? headsOf(cell) : [])]
          : entry
            ? [entry.firstChild?.textContent ?? '', String([...entry.children].indexOf(one))]
            : one.hasAttribute('data-side')
              ? [(one.getAttribute('aria-label') ?? '').split(': ')[0] ?? '']
              : [lines[0] ?? '']
      return {
        at,
        label: [nameOf(one), ...names].filter(Boolean).join(' › '),
        text: spoken || text(cell?.tagName === 'TH' ? row : one),
        // A name may hold figures of its own: what is read comes after it.
        figure: spoken
          ? spoken.slice(spoken.lastIndexOf(': ') + 2)
          : cell?.tagName === 'TH'
            ? [...(row?.querySelectorAll('td') ?? [])].map(text).join(' ')
            : card
              ? (lines[1] ?? '')
              : one.hasAttribute('data-side')
                ? (lines.at(-1) ?? '')
                : (lines[0] ?? ''),
      }
    })
  })
  // A month that is left out has no figure, and one that is only forecast no lines.
  return found.filter(({ figure }) => /\d/.test(figure) && !figure.startsWith(NO_SUM))
}

/** Figures of the screen that nothing can be opened from: neither from them nor from the row that they stand in. */
export const closedFigures = (page: Page): Promise<string[]> =>
  page.locator(FIGURES).evaluateAll(
    (all, [opens = '', noSum = '']) =>
      all.flatMap((one) => {
        const cell = one.closest('td')
        const head = cell?.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex]?.innerText ?? ''
        const shown = one.cloneNode(true) as HTMLElement
        // Of an entry with several figures what is left is what opens nothing.
        for (const other of shown.querySelectorAll(
          one.matches('li') ? '[data-trend], button' : '[data-trend]',
        ))
          other.remove()
        const spoken = one instanceof SVGElement ? (one.getAttribute('aria-label') ?? '') : ''
        const figure = spoken ? spoken.slice(spoken.lastIndexOf(': ') + 2) : (shown.textContent ?? '')
        const predicted = head.startsWith(noSum) || figure.startsWith(noSum)
        if (!/\d/.test(figure) || predicted || figure.endsWith('%')) return []
        const isOpen =
          one.closest(opens) ??
          (one.matches('li') ? null : one.querySelector('button')) ??
          cell?.closest('tr')?.querySelector('th button')
        return isOpen ? [] : [`${figure} in ${one.closest('section')?.innerText.slice(0, 60)}`]
      }),
    [OPENS, NO_SUM],
  )

/** Clicks one place after the other and goes back: those that open nothing. What lies behind them is for `audit`. */
export async function shutPlaces(page: Page, of: readonly Place[]): Promise<string[]> {
  const shut = await page.evaluate(
    async ([selector, ats]) => {
      const asked = () => new URLSearchParams(location.search).get('lines')
      const until = async (is: () => boolean) => {
        for (let waited = 0; waited < 500 && !is(); waited += 1)
          await new Promise((passed) => setTimeout(passed, 20))
        return is()
      }
      const found: number[] = []
      for (const at of ats) {
        const place = document.querySelectorAll(selector)[at]
        place?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
        if (await until(() => asked() !== null && document.querySelector('[role="dialog"]') !== null)) {
          history.back()
          await until(() => asked() === null)
        } else found.push(at)
      }
      return found
    },
    [OPENS, of.map(({ at }) => at)] as const,
  )
  await drawer(page).waitFor({ state: 'detached' })
  await settled(page)
  return of.filter(({ at }) => shut.includes(at)).map(({ label, text }) => `${label}: ${text}`)
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

/**
 * Finds the figure again by its label, opens it and holds three things against each other: the figure, the sums of the lines,
 * and SQL over the rows.
 */
export async function audit(portal: Portal, { page, tenant }: Asker, place: Place): Promise<string | null> {
  const found = (await places(page)).filter(({ label }) => label === place.label)
  const [now] = found
  if (!now || found.length > 1) return `${page.url()} has ${found.length} places called ${place.label}`
  if (now.text !== place.text) return `${page.url()} ${place.label} reads ${now.text}, not ${place.text}`
  await page.locator(OPENS).nth(now.at).dispatchEvent('click')
  try {
    await drawer(page).waitFor({ timeout: 10_000 })
  } catch {
    return `${page.url()} does not open: ${place.label}`
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
  // An index of the season is no sum, and says so.
  const index = /^season-/.test(address.searchParams.get('lines') ?? '')
  if (verdict !== (index ? '' : 'The lines add up to the figure')) wrong.push(`verdict: ${verdict}`)
  if (!index && !reads(place, address, counted))
    wrong.push(`it reads ${place.figure}, the rows are ${JSON.stringify(counted)}`)
  return wrong.length > 0 ? `${address.pathname}${address.search} ${place.label}: ${wrong.join('; ')}` : null
}

/** Whether the figure is one of those that the lines have, rounded as it is written. */
function reads({ figure }: Place, { pathname, searchParams }: URL, counted: Counted): boolean {
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
