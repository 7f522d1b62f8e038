import * as z from 'zod'
import { CalendarDate, Instant, Money, Quantity } from '../../../platform/contract/money.ts'
import { PROPOSAL_KINDS, STATES } from './transitions.ts'

const whole = z.number().int()

export const PoLine = z.object({
  lineNo: whole,
  itemNo: z.string(),
  name: z.string(),
  quantity: Quantity,
  unit: z.string().nullable(),
  /** A decimal of up to six digits; null: on confirmation, or withheld. */
  unitPrice: z.string().nullable(),
  /** The quantity of the line's unit that the price is for: 58.00 for 1000. */
  pricePer: z.number(),
  amount: Money.nullable(),
  minimum: Quantity.nullable(),
  leadWeeks: z.object({ from: whole, to: whole }).nullable(),
})
export type PoLine = z.infer<typeof PoLine>

/** A price that staff state for a line that had none. */
const LinePrice = z.object({ lineNo: whole, unitPrice: z.string(), pricePer: z.number() })

export const Proposal = z.object({
  kind: z.enum(PROPOSAL_KINDS),
  note: z.string().nullable(),
  requestedDate: CalendarDate.nullable(),
  /** Only of lines that would change. */
  quantities: z.array(z.object({ lineNo: whole, quantity: Quantity })),
  /** Of lines that had none; withheld from who may not see prices. */
  prices: z.array(LinePrice),
  /** Each line that would change, as it would be; amounts are withheld from who may not see prices. */
  lines: z.array(
    z.object({
      lineNo: whole,
      quantity: Quantity,
      unitPrice: z.string().nullable(),
      pricePer: z.number(),
      amount: Money.nullable(),
    }),
  ),
  /** What the purchase order would come to; null: withheld. */
  total: Money.nullable(),
  /** How much more that is than now; null: withheld. */
  difference: Money.nullable(),
  /** Lines whose price would still come with the confirmation. */
  unpricedLines: whole,
  at: Instant,
})

export const PoEvent = z.object({
  id: whole,
  act: z.string(),
  state: z.enum(STATES),
  /** Null: the upstream system, or somebody of the other side whose name is not told. */
  actor: z.string().nullable(),
  byStaff: z.boolean(),
  note: z.string().nullable(),
  /** What was proposed or agreed. */
  requestedDate: CalendarDate.nullable(),
  promisedDate: CalendarDate.nullable(),
  quantities: z.array(z.object({ lineNo: whole, old: Quantity, new: Quantity })),
  prices: z.array(LinePrice),
  /** The client does not see it. */
  staffOnly: z.boolean(),
  at: Instant,
})
export type PoEvent = z.infer<typeof PoEvent>

/** A decimal of up to six digits, for so many of the line's unit. */
export const StatedPrice = z
  .object({
    lineNo: z.int().min(1).max(200),
    unitPrice: z.string().regex(/^\d{1,9}(\.\d{1,6})?$/),
    pricePer: z.number().min(0.001).max(1_000_000).multipleOf(0.001).default(1),
  })
  .strict()
