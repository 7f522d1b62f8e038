/** What is owed, by a model that keeps no sum: every figure is added up anew from the parts that were written. */
type Invoice = { currency: string; cents: number; dueOn: string }
/** A row of a payment or credit: what upstream sent, or what stands of a payment that was made here. */
type Row = { invoice: string | null; currency: string; cents: number }
type Sent = Row & { said: string }
type Order = {
  reference: string
  bank: string | null
  currency: string
  parts: { invoice: string; cents: number }[]
  state: 'announced' | 'received' | 'gone'
}

const add = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0)
const key = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

export class MoneyModel {
  readonly invoices = new Map<string, Invoice>()
  readonly sent = new Map<string, Sent>()
  readonly orders: Order[] = []

  /** Upstream's rows that are this payment: they bear its reference, or what the bank says of it. */
  #met({ reference, bank, currency }: Order): Sent[] {
    return [...this.sent.values()].filter(
      (row) =>
        row.currency === currency &&
        (row.said.toUpperCase().includes(reference) || (bank !== null && key(row.said) === key(bank))),
    )
  }

  isMet(order: Order): boolean {
    const met = this.#met(order)
    return met.length > 0 && add(met.map(({ cents }) => cents)) >= add(order.parts.map(({ cents }) => cents))
  }

  #rows(): Row[] {
    const made = this.orders
      .filter((order) => order.state === 'received' && !this.isMet(order))
      .flatMap((order) =>
        order.parts
          .filter(({ invoice }) => !this.#met(order).some((row) => row.invoice === invoice && row.cents > 0))
          .map((part) => ({ ...part, currency: order.currency })),
      )
    return [...this.sent.values(), ...made]
  }

  balance(number: string): number {
    const { currency, cents } = this.invoices.get(number) as Invoice
    const paid = this.#rows().filter((row) => row.invoice === number && row.currency === currency)
    return cents - add(paid.map((row) => row.cents))
  }

  /** What is open of it and not on its way. */
  payable(number: string): number {
    const onTheWay = this.orders
      .filter((order) => order.state === 'announced' && !this.isMet(order))
      .flatMap(({ parts }) => parts.filter(({ invoice }) => invoice === number))
    return this.balance(number) - add(onTheWay.map(({ cents }) => cents))
  }

  /** By age, as D4 has it: what is to the client's credit takes off the oldest first, and the youngest has the rest. */
  owed(currency: string, today: string) {
    const own = [...this.invoices].filter(([, invoice]) => invoice.currency === currency)
    const total =
      add(own.map(([, { cents }]) => cents)) -
      add(
        this.#rows()
          .filter((row) => row.currency === currency)
          .map(({ cents }) => cents),
      )
    const open = own
      .map(([number, { dueOn }]) => ({ cents: this.balance(number), age: daysBetween(dueOn, today) }))
      .filter(({ cents }) => cents > 0)
    const aged = (from: number, to: number) =>
      add(open.filter(({ age }) => age >= from && age <= to).map(({ cents }) => cents))
    let credit = Math.max(add(open.map(({ cents }) => cents)) - total, 0)
    const [over60, under60] = [aged(61, 1e9), aged(30, 60)].map((cents) => {
      const taken = Math.min(cents, credit)
      credit -= taken
      return cents - taken
    }) as [number, number]
    return { under30: total - under60 - over60, under60, over60, total }
  }

  currencies(): string[] {
    return [...new Set([...this.invoices.values()].map(({ currency }) => currency))]
  }
}
