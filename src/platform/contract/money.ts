import * as z from 'zod'
import { fieldMessage } from './field-message.ts'
import { CURRENCY, MONEY } from './patterns.ts'

/** Exact money on the wire: a decimal string with two digits. The currency stands beside it. */
export const Money = z.string().regex(MONEY)
/** ISO 4217. */
export const Currency = z.string().regex(CURRENCY)
/** Up to three decimals. */
export const Quantity = z.number()
export const Instant = z.iso.datetime()
/** PostgreSQL knows no year 0. */
export const CalendarDate = z.iso.date().refine((day) => day >= '0001', fieldMessage('farAway'))
