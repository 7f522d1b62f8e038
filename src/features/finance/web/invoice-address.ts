import type { Invoice } from '../contract.ts'

/** What stands in an address as it is; anything else is found by its id. */
const PLAIN = /^[\p{L}\p{N}_-]{1,100}$/u

/** How the address names an invoice: by its number, or where that does not fit or may be several companies', by its id. */
export const invoiceAddress = ({ id, number }: Pick<Invoice, 'id' | 'number'>, seesAllTenants: boolean) =>
  !seesAllTenants && PLAIN.test(number) ? number : `id:${id}`
