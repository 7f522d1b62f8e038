import { useState } from 'react'
import { useCursorList } from '../../../../platform/web/query/cursor-query.ts'
import type { Invoice } from '../../contract.ts'
import { MOST_PARTS } from '../../payments-contract.ts'
import { amountOf, sumOf, without, writeAmount } from './amounts.ts'
import { fetchPayable, payableQuery } from './payments-queries.ts'

export type Payable = Invoice & { open: string }
/** With what is paid of it, as typed. */
type Chosen = { invoice: Payable; typed: string }

/** Invoices with what is open of them and not on its way; without those that are announced in full. */
const payable = (invoices: readonly Invoice[]): Payable[] =>
  invoices.flatMap((invoice) => {
    const open = without(
      invoice.balance,
      invoice.announced.map(({ amount }) => amount),
    )
    return open === null ? [] : { ...invoice, open }
  })

type Of = {
  currency: string
  /** Whose they are, where several companies are looked at. */
  tenant?: number | undefined
  /** False: it is still to be said whose. */
  isKnown?: boolean
}

/**
 * What one payment pays: found by a search over all that is open, chosen one by one or all at once, whole or in part. What is
 * chosen stays chosen whatever is looked for next.
 */
export function usePayable({ currency, tenant, isKnown = true }: Of) {
  const [search, setSearch] = useState<string>()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [failure, setFailure] = useState<unknown>(null)
  const [choosing, setChoosing] = useState(false)
  const filter = { currency, tenant, search }
  const list = useCursorList({ ...payableQuery(filter), enabled: isKnown })
  const found = payable(list.rows)
  const isChosen = ({ id }: Payable) => chosen.some(({ invoice }) => invoice.id === id)
  const add = (invoices: readonly Payable[]) =>
    setChosen((before) =>
      [
        ...before,
        ...invoices
          .filter(({ id }) => !before.some(({ invoice }) => invoice.id === id))
          .map((invoice) => ({ invoice, typed: writeAmount(invoice.open, currency) })),
      ].slice(0, MOST_PARTS),
    )
  const parts = chosen.map(({ invoice, typed: text }) => ({
    invoiceId: invoice.id,
    amount: amountOf(text, currency),
  }))
  return {
    currency,
    search,
    setSearch,
    /** Undefined: still on their way. Those of the search or company before are not offered meanwhile. */
    invoices:
      list.loading || list.dimmed
        ? undefined
        : [
            ...chosen.flatMap(({ invoice }) => (found.some(({ id }) => id === invoice.id) ? [] : invoice)),
            ...found,
          ],
    list,
    failure,
    choosing,
    count: chosen.length,
    isFull: chosen.length >= MOST_PARTS,
    typedOf: ({ id }: Payable) => chosen.find(({ invoice }) => invoice.id === id)?.typed,
    choose: (invoice: Payable) =>
      isChosen(invoice)
        ? setChosen((before) => before.filter(({ invoice: { id } }) => id !== invoice.id))
        : add([invoice]),
    type: (invoice: Payable, text: string) =>
      setChosen((before) =>
        before.map((one) => (one.invoice.id === invoice.id ? { ...one, typed: text } : one)),
      ),
    /** Of what is looked for, also what has not been shown yet. */
    chooseAll: async () => {
      setChoosing(true)
      setFailure(null)
      try {
        add(payable(await fetchPayable(filter)))
      } catch (fault) {
        setFailure(fault)
      }
      setChoosing(false)
    },
    chooseNone: () => setChosen([]),
    /** As the server takes it. */
    parts: parts.flatMap(({ invoiceId, amount }) => (amount ? [{ invoiceId, amount }] : [])),
    /** One of them has no amount. */
    isWrong: parts.some(({ amount }) => amount === undefined),
    /** Null: it is not known while one of them has no amount. */
    total: parts.every(({ amount }) => amount !== undefined)
      ? sumOf(parts.flatMap(({ amount }) => amount ?? []))
      : null,
  }
}
