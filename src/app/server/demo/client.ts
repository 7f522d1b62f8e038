/** What a client pays on, by where it is. */
export type TaxCode = 'TPS/TVQ' | 'TVH 13' | 'TVH 15' | 'TPS' | 'EXO'

/** One client code of upstream: an account that is delivered and invoiced. */
export type Account = {
  code: string
  /** As the customer list has it; sales lines before and beside it use the variants. */
  name: string
  variants?: readonly string[]
  address: string
  taxCode: TaxCode
  /** Its part of the client's business, beside its other accounts. */
  weight: number
  currency?: 'CAD' | 'USD'
}

/** A client of the manufacturer: a tenant of the portal, or one that nobody has claimed. */
export type Client = {
  key: string
  name: string
  language: 'en' | 'fr-CA'
  currency: 'CAD' | 'USD'
  accounts: readonly Account[]
  /** Its people set up a second factor at their first sign-in, and nobody else's in the demo do. */
  requiresSecondFactor?: true
  /** Part of all sales lines. */
  share: number
  orders: number
  /** House items that it buys beside its own range; absent: all. */
  forms: readonly ('finished' | 'bulk' | 'blend')[]
  /** Its own range: price and demand beside the house items. */
  priceFactor: number
  /** How upstream numbers its purchase orders: a prefix, then a running number. */
  poPrefix: string
}
