import type { Decline } from '../../payments-contract.ts'

/** What a provider says of a payment: all of it, so that an answer may come twice and in any order. */
export type Said =
  /** `returnedCents`: what was given back of it so far. */
  | { status: 'collected'; id: string; returnedCents: number }
  /** The payer must confirm on the provider's page. */
  | { status: 'action'; id: string; url: string }
  | { status: 'processing'; id: string }
  | { status: 'declined'; id: string | null; reason: Decline }
  | { status: 'cancelled'; id: string }
  /** No answer that says anything: it may have been collected. */
  | { status: 'unclear' }
  /** Asked for, and not there. */
  | { status: 'none' }

export type Card = {
  customer: string
  token: string
  brand: string
  last4: string
  year: number
  month: number
  holder: string | null
}

export type CardOrder = {
  /** Found again by it, and never collected twice under it. */
  reference: string
  currency: string
  cents: number
  customer: string
  token: string
  /** Where the provider's page leads back to. */
  returnTo: string
}

/** Whoever keeps cards and collects; throws `ProviderAway` where an answer is needed at once. */
export type PaymentProvider = {
  name: string
  /** Made up, for the demo: nothing is paid. */
  isDouble: boolean
  /** A page of the provider's where a card is entered; `state` comes back with it. */
  beginSetup: (ask: {
    customer: string | null
    customerKey: string
    state: string
    returnTo: string
    language: string
  }) => Promise<string>
  /** The card that was entered there; null: none was, or it was for somebody else. */
  readSetup: (id: string, state: string) => Promise<Card | null>
  forget: (token: string) => Promise<void>
  collect: (order: CardOrder) => Promise<Said>
  look: (id: string) => Promise<Said>
  cancel: (id: string) => Promise<Said>
  /** By the reference, where its own name was never heard. */
  find: (order: Pick<CardOrder, 'customer' | 'reference'>) => Promise<Said>
  /** What a message is about, and when it was signed, in seconds of the epoch; undefined: it is not the provider's. */
  readMessage: (
    body: string,
    signature: string | undefined,
  ) => { at: number; reference: string | null; id: string | null } | undefined
  /** Breaks off what is under way. */
  stop: () => void
}

/** It did not answer, or not so that one could read it. */
export class ProviderAway extends Error {}
