import { type Kind, SALES_KINDS } from './kinds/kinds.ts'

/** ISO dates; `until` is the first day that is not part of it. */
export type Scope = 'all' | { from: string; until: string }

/** Only these kinds have a date to limit a scope by: the month of a sale, the day of an order, invoice or payment, the Shipped Date of a shipment. */
const DATED: ReadonlySet<Kind> = new Set<Kind>([
  ...SALES_KINDS,
  'orders',
  'invoices',
  'payments',
  'shipments',
])

/** `2025`, `2025-03` or `all` (G1). Undefined when it is none of them, or a period for a kind that has none. */
export function parseScope(kind: Kind, text: string): Scope | undefined {
  if (text === 'all') return 'all'
  const [, year, , month] = /^((?:19|20)\d{2}|2100)(-(0[1-9]|1[0-2]))?$/.exec(text) ?? []
  if (year === undefined || !DATED.has(kind)) return undefined
  const first = month === undefined ? 0 : Number(month) - 1
  const day = (monthsLater: number) =>
    new Date(Date.UTC(Number(year), first + monthsLater, 1)).toISOString().slice(0, 10)
  return { from: day(0), until: day(month === undefined ? 12 : 1) }
}
