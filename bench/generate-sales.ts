import fs from 'node:fs'

/**
 * Sales of 50 clients (the first has 22 % of the lines, the last 0.4 %) with 2041 customers, 400 items and invoices of 1-7
 * lines from 2019 on, with growth and season, in the order of time. The same for the same size on every machine.
 */
export const TENANTS = 50
const ITEMS = 400
const LAST_YEAR = 2026
const LAST_MONTH = 11

/** One line of the file, tab-separated: what a delivery from upstream holds. */
export const COLUMNS = [
  'id',
  'tenant',
  'year',
  'month',
  'client_code',
  'customer',
  'invoice',
  'invoice_date',
  'quantity',
  'item_no',
  'item',
  'cents',
  'unit_price',
  'tax_code',
] as const

function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Weighted<T> = { of: T[]; upTo: number[] }
function weigh<T>(of: T[], weight: (at: number) => number): Weighted<T> {
  let sum = 0
  const upTo = of.map((_, at) => (sum += weight(at)))
  return { of, upTo: upTo.map((value) => value / sum) }
}
function draw<T>({ of, upTo }: Weighted<T>, chance: number): T {
  let low = 0
  let high = upTo.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((upTo[middle] as number) < chance) low = middle + 1
    else high = middle
  }
  return of[low] as T
}

type Item = { no: string; name: string; price: number }
type Customer = { code: string; name: string; items: Weighted<Item>; factor: number }

// No display rule touches these names, so that plain SQL over them gives what the screens show.
const LINES = [
  'Advanced',
  'Daily',
  'Ultra',
  'Pure',
  'Nordic',
  'Kids',
  'Senior',
  'Sport',
  'Organic',
  'Clinical',
]
const GOODS = [
  'Gut Wellness',
  'Women Balance',
  'Mood Support',
  'Immune Shield',
  'Probiotic Blend',
  'Omega Complex',
  'Vitamin D3',
  'Magnesium Calm',
  'Collagen Plus',
  'Digestive Enzyme',
]
const PACKS = ['30 caps', '60 caps', '90 caps', 'bulk KG']
const FIRST = [
  'Maple',
  'Boreal',
  'Aurora',
  'Laurent',
  'Atlantic',
  'Prairie',
  'Summit',
  'Harbour',
  'Cedar',
  'Granite',
  'Silver',
  'Riverside',
]
const TRADE = [
  'Pharma',
  'Wellness',
  'Naturals',
  'Distribution',
  'Health Foods',
  'Nutrition',
  'Biotech',
  'Apothecary',
  'Wholesale',
  'Supplements',
]
const FORM = ['Inc', 'Ltd', 'Ltee', 'Group', 'GmbH', 'SA']

function makeItems(random: () => number): Item[] {
  return Array.from({ length: ITEMS }, (_, at) => ({
    no: `8${1000 + at}-${['BOI', 'CAP', 'BLK', 'FIN'][at % 4]}-${90_000 + at * 7}-${10 + (at % 90)}`,
    name: `${LINES[at % 10]} ${GOODS[Math.floor(at / 10) % 10]} ${PACKS[Math.floor(at / 100)]}`,
    price: Number((3 + random() * 90).toFixed(2)),
  }))
}

function makeCustomers(
  tenant: number,
  items: Weighted<Item>,
  random: () => number,
  next: () => number,
): Weighted<Customer> {
  const count = tenant === TENANTS ? 1 : Math.round(200 * (1 / tenant) ** 0.6 * (0.6 + 0.8 * random()))
  const pick = (from: string[]) => from[Math.floor(random() * from.length)]
  const customers = Array.from({ length: Math.max(1, Math.min(200, count)) }, (_, at): Customer => {
    const size = 5 + Math.floor(random() * random() * 75)
    const bought = new Set<Item>()
    while (bought.size < size) bought.add(draw(items, random()))
    return {
      code: `C${tenant}-${1000 + at}`,
      name: `${pick(FIRST)} ${pick(TRADE)} ${pick(FORM)} ${next()}`,
      items: weigh([...bought], (rank) => 1 / (rank + 1)),
      factor: 0.8 + random() * 0.4,
    }
  })
  return weigh(customers, (at) => 1 / (at + 1) ** 0.6)
}

function monthsWithWeight() {
  const months: { year: number; month: number; weight: number }[] = []
  for (let year = 2019; year <= LAST_YEAR; year++)
    for (let month = 1; month <= (year === LAST_YEAR ? LAST_MONTH : 12); month++)
      months.push({ year, month, weight: (1 + 0.12 * (year - 2019)) * (1 + 0.25 * Math.sin(month / 2)) })
  return months
}

/** Writes the file of `rows` lines. */
export function generateSales(rows: number, file: string): void {
  const random = seeded(123456789)
  const items = weigh(makeItems(random), (at) => 1 / (((at * 173) % ITEMS) + 1) ** 0.7)
  let customerNo = 0
  const tenants = weigh(
    Array.from({ length: TENANTS }, (_, at) => ({
      no: at + 1,
      customers: makeCustomers(at + 1, items, random, () => ++customerNo),
    })),
    (at) => 1 / (at + 1),
  )
  const months = monthsWithWeight()
  const total = months.reduce((sum, { weight }) => sum + weight, 0)
  const out = fs.openSync(file, 'w')
  let text = ''
  let id = 0
  let invoice = 100_000
  for (const [at, { year, month, weight }] of months.entries()) {
    const target = at === months.length - 1 ? rows : Math.min(rows, Math.round(id + (rows * weight) / total))
    while (id < target) {
      const tenant = draw(tenants, random())
      const customer = draw(tenant.customers, random())
      invoice++
      const count = 1 + Math.floor(random() * 7)
      const date = `${year}-${String(month).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`
      for (let line = 0; line < count && id < target; line++) {
        const item = draw(customer.items, random())
        const quantity = 1 + Math.floor(random() * random() * 400)
        const price = item.price * customer.factor
        text += `${++id}\t${tenant.no}\t${year}\t${month}\t${customer.code}\t${customer.name}\tINV-${invoice}\t${date}\t${quantity}\t${item.no}\t${item.name}\t${Math.round(quantity * price * 100)}\t${price.toFixed(4)}\t${id % 3 ? 'TPS' : 'TVQ'}\n`
      }
      if (text.length > 1 << 20) {
        fs.writeSync(out, text)
        text = ''
      }
    }
  }
  fs.writeSync(out, text)
  fs.closeSync(out)
}
