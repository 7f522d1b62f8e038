import type { Account, Client } from './client.ts'
import type { Invoice } from './invoice.ts'
import type { Item } from './item.ts'
import type { OrderStages } from './order-stages.ts'
import type { OrderStatus } from './order-status.ts'

export type OrderLine = {
  lineNo: number
  item: Item
  /** Thousandths. */
  ordered: number
  shipped: number
  /** Ten-thousandths of a dollar; null while the order is not priced. */
  price: number | null
  lot: string | null
}

export type Order = {
  primary: number
  ordNo: number
  poNo: string
  fNo: string
  client: Client
  account: Account
  clientName: string
  ref: string
  status: OrderStatus
  /** The status in the letters of whoever typed it. */
  ordStat: string
  montantTotal: string
  /** Of the lines; 0 while the order is not priced. */
  cents: number
  stages: OrderStages
  orderDate: string
  requestedDate: string
  promisedDate: string | null
  lines: OrderLine[]
  /** Taken from stock, and what it was billed with: its lines, charges, and what was set off. */
  billed?: Invoice
}

/** An order before it has its numbers. */
export type DrawnOrder = Omit<Order, 'primary' | 'ordNo' | 'poNo' | 'fNo'>
