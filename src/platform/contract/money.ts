import * as z from 'zod'

/** Exact money on the wire: a decimal string with two digits. The currency stands beside it. */
export const Money = z.string().regex(/^-?\d+\.\d{2}$/)
/** ISO 4217. */
export const Currency = z.string().regex(/^[A-Z]{3}$/)
/** Up to three decimals. */
export const Quantity = z.number()
export const Instant = z.iso.datetime()
export const CalendarDate = z.iso.date()
