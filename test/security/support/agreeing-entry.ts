import type { Json } from '../../support/client.ts'
import { storable } from './arbitraries.ts'

const said = (text: Json, most: number) => `x${storable(text)}`.slice(0, most)
const names = ['trackingNumber', 'carrier', 'place', 'note', 'reason', 'shipTo', 'weight'] as const

/** Of what staff enter: shipments and what happened to them, payments that came in. Days and lines have their own tests. */
export function agreeingEntry(given: Record<string, Json>): Record<string, Json> {
  const fitting = { ...given }
  for (const name of names)
    if (name in given) fitting[name] = given[name] === null ? null : said(given[name], 100)
  return {
    ...fitting,
    ...('order' in given && { order: null, carrierLink: null }),
    ...('processedOn' in given && {
      processedOn: null,
      shippedOn: null,
      estimatedOn: null,
      deliveredOn: null,
    }),
    ...('lines' in given && { lines: [] }),
    ...('at' in given && { at: '2025-01-02T03:04:05.000Z' }),
    ...('on' in given && { on: '2025-01-01' }),
    ...('bankReference' in given && { bankReference: 'BANK 2025' }),
    ...('parts' in given && paid(given.parts.slice(0, 1))),
  }
}

/** A payment is of invoices, a deposit of none. */
const paid = (parts: Json[]) =>
  parts.length > 0
    ? { kind: 'payment', parts, onAccount: undefined, currency: undefined }
    : { kind: 'deposit', parts, onAccount: '10.00', currency: 'CAD' }

/** What is usual for a class of products: a least quantity, and weeks in their order. */
export const agreeingTerms = (given: Record<string, Json>): Record<string, Json> => ({
  ...given,
  minimum: { quantity: 25, unit: 'KG' },
  leadWeeks: { from: 4, to: 6 },
  ...('owner' in given && { owner: given.owner === null ? null : said(given.owner, 200) }),
})
