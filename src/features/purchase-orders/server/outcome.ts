import type { Act, State } from '../domain/transitions.ts'
import type { StatedPrice } from './find-po.ts'

export type Wish = {
  id: number
  version: number | undefined
  act: Act
  note?: string | null | undefined
  requestedDate?: string | null | undefined
  quantities?: { lineNo: number; quantity: number }[] | undefined
  orderId?: number | undefined
  prices?: StatedPrice[] | undefined
  promisedDate?: string | undefined
}
/** What becomes of the row, and what the timeline says beside the act. */
export type Outcome = { state?: State; set?: object; details?: object; collects?: true }
