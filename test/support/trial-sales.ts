import fs from 'node:fs'
import zlib from 'node:zlib'
import { parse } from 'csv-parse'
import { drawn } from './drawn.ts'
import type { Json } from './json.ts'
import type { TestLine } from './sales-lines.ts'
import { money } from './sales-oracle.ts'
import { SEED } from './seed.ts'

/** The trial data's sales: their lines, and what is known of them beforehand. */

const DATA = '../shared/data'

export const fileOf = (set: string) => `${DATA}/sales/${set}.csv.gz`

export const readExpected = (file: string): Json =>
  JSON.parse(fs.readFileSync(`${DATA}/expected/${file}.json`, 'utf8'))

export type TrialRecord = Record<string, string>

/** A CSV of the trial data as records. */
export async function* readRecords(file: string): AsyncGenerator<TrialRecord> {
  const bytes = fs.createReadStream(`${DATA}/${file}`)
  const text = file.endsWith('.gz') ? bytes.pipe(zlib.createGunzip()) : bytes
  yield* text.pipe(parse({ columns: true, bom: true }))
}

const cents = (amount: string) => Number(amount.replace(/^(-?\d+)\.(\d\d)$/, '$1$2'))

/** A record of a sales file as the oracles add it up; a client that is no tenant's is unassigned. */
export const lineOf = (record: TrialRecord, tenants: ReadonlyMap<string, number>): TestLine => ({
  tenantId: tenants.get(record['Client Code'] as string) ?? 0,
  year: Number(record.Year),
  month: Number(record.Month),
  currency: 'CAD',
  itemNo: record['Item No'] as string,
  itemName: record['Item Name'] as string,
  clientCode: record['Client Code'] as string,
  customerName: record['Customer Name'] as string,
  invoiceNo: record['Invoice No'] as string,
  quantity: Number(record['Qty Sold']) * 1000,
  amountCents: cents(record.Amount as string),
})

/** The same record as upstream sends it as a line of current sales. */
export const asCurrentSale = (record: TrialRecord) => ({
  id: record.Id,
  SO: record['Invoice No'],
  Year: record.Year,
  Month: record.Month,
  Code: record['Item No'],
  Prod_Name: record['Item Name'],
  'Qty Sent': record['Qty Sold'],
  Total: record.Amount,
  Currency: 'CAD',
  'Account Number': record['Client Code'],
  Customer: record['Customer Name'],
})

export type Figures = { records: number; invoices: number; qty: number; amount: string }

export const plainFigures = ({ records, invoices, qty, amount }: Figures): Figures => ({
  records,
  invoices,
  qty,
  amount,
})

/** What `expected/<set>_by_client.csv` says of a client, of all years or of one: in all, and under each of its names. */
export type OfClient = {
  code: string
  year: number | undefined
  figures: Figures
  names: Map<string, Figures>
}

/** What stands under no code: it is nobody's, and administrators alone see it. */
export const NOBODY = ''

/** Every one: its figures are given by code and name, and a tenant has its code, so those of its names are added up. */
export async function clientsOf(set: string): Promise<Map<string, OfClient[]>> {
  const clients = new Map<string, OfClient[]>()
  for await (const row of readRecords(`expected/${set}_by_client.csv`)) {
    const { client_code: code = '', customer = '', records, invoices, qty, amount = '' } = row
    const figures = { records: Number(records), invoices: Number(invoices), qty: Number(qty), amount }
    const year = row.year === 'all' ? undefined : Number(row.year)
    const rows = clients.get(code) ?? []
    clients.set(code, rows)
    const known = rows.find((one) => one.year === year)
    if (known) known.figures = together(known.figures, figures)
    else rows.push({ code, year, figures, names: new Map() })
    rows.find((one) => one.year === year)?.names.set(customer, figures)
  }
  return clients
}

/** No invoice of these sets bears two names. */
function together(a: Figures, b: Figures): Figures {
  const sum = cents(a.amount) + cents(b.amount)
  return {
    records: a.records + b.records,
    invoices: a.invoices + b.invoices,
    qty: a.qty + b.qty,
    amount: money(BigInt(sum)),
  }
}

const hasTwoNames = (of: readonly OfClient[]) => of.some(({ names }) => names.size > 1)

/** So many of those that can be a tenant, chosen by the printed seed, after those that are named and those with two names. */
export function drawnClients(
  set: string,
  clients: ReadonlyMap<string, OfClient[]>,
  most: number,
  named: readonly string[] = [],
): Map<string, OfClient[]> {
  const all = [...clients.keys()].filter((code) => code !== NOBODY)
  const first = all.filter((code) => named.includes(code) || hasTwoNames(clients.get(code) ?? []))
  const others = all.filter((code) => !first.includes(code))
  const codes = [...first, ...drawn(set, others, most)]
  const which = codes.length < all.length ? ` (${codes.join(' ')})` : ''
  console.log(`${set}: ${codes.length} of ${all.length} clients${which}, TEST_SEED=${SEED}`)
  return new Map(codes.map((code) => [code, clients.get(code) as OfClient[]]))
}

/** The calendar of reports pinned to a day: the newest month with sales up to it, when it is over, else the one before. */
export function calendarOf(lines: readonly TestLine[], day: string) {
  const until = Number(day.slice(0, 7).replace('-', ''))
  let newest = 0
  for (const { year, month } of lines)
    if (year * 100 + month <= until) newest = Math.max(newest, year * 100 + month)
  const [year, month] = [Math.floor(newest / 100), newest % 100]
  const over = day >= new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return { day, until, currentYear: year, throughMonth: over ? month : month - 1 }
}
