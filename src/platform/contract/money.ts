import * as z from 'zod'

/** Exact money on the wire: a decimal string with two digits. The currency stands beside it. */
export const Money = z.string().regex(/^-?\d+\.\d{2}$/)
/** ISO 4217. */
export const Currency = z.string().regex(/^[A-Z]{3}$/)
/** Up to three decimals. */
export const Quantity = z.number()
export const Instant = z.iso.datetime()
/** PostgreSQL knows no year 0. */
export const CalendarDate = z.iso.date().refine((day) => day >= '0001')

/** Cents as the wire has money. */
export function moneyText(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
