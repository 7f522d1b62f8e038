import * as z from 'zod'
import { CURRENCY, MONEY } from './patterns.ts'
import { says } from './says.ts'

/** Exact money on the wire: a decimal string with two digits. The currency stands beside it. */
export const Money = z.string().regex(MONEY)
/** ISO 4217. */
export const Currency = z.string().regex(CURRENCY)
/** Up to three decimals. */
export const Quantity = z.number()
export const Instant = z.iso.datetime()
/** PostgreSQL knows no year 0. */
export const CalendarDate = z.iso.date().refine((day) => day >= '0001', says('farAway'))

/** Cents as the wire has money. */
export function moneyText(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
