import type { Order } from '../contract.ts'

/** What stands in an address as it is; anything else is found by its id. */
const PLAIN = /^[\p{L}\p{N}_-]{1,100}$/u

/**
 * How the address names an order: by its number; by `id:` and its id where the number does not fit, and for those who look at
 * several companies, in which one number is often several orders.
 */
export function orderAddress({ id, ordNo }: Pick<Order, 'id' | 'ordNo'>, seesAllTenants: boolean): string {
  return !seesAllTenants && ordNo !== null && PLAIN.test(ordNo) ? ordNo : `id:${id}`
}
