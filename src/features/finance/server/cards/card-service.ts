import type { RequestContext } from '../../../../platform/server/endpoint/in-tenant.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'

/** What paying by card needs beside the database. */
export type CardService = {
  provider: PaymentProvider | undefined
  /** Names that nobody else can make up: for what comes back, and for what the provider calls a company. */
  sign: (text: string) => string
}

/** A request that may lead to the provider's page: with the address that it leads back to. */
export type CardContext = RequestContext & {
  cards: CardService
  origin: string
  language: string
  /** What reports take for today. */
  today: string
}
