/** What one company owes on a day in one currency, as an accountant adds it up: from the documents alone, keeping no sum. */
export type Document = { no: string; cents: number; dated: number; due: number | null }
/** `of`: the document that it settles; null: on account. Below 0: given back. */
export type Entry = { no: string; cents: number; dated: number; of: string | null }
export type Books = { documents: readonly Document[]; entries: readonly Entry[] }

const add = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0)

/** Days count from today, so 0 is today and what is above 0 is to come. */
export function debtOn({ documents, entries }: Books, day: number) {
  const settles = (entry: Entry) => documents.find(({ no }) => no === entry.of)
  const balance = (document: Document) =>
    document.cents -
    add(
      entries.filter((entry) => settles(entry) === document && entry.dated <= day).map(({ cents }) => cents),
    )
  const standing = documents.map((document) => ({
    ...document,
    balance: balance(document),
    left: (document.due ?? document.dated) - day,
  }))
  const open = standing.filter((one) => one.dated <= day && one.balance > 0)
  const upcoming = standing.filter((one) => one.dated > day && one.balance > 0)
  const sumOf = (of: readonly { balance: number }[]) => add(of.map((one) => one.balance))
  const between = (least: number, most: number) =>
    sumOf(open.filter(({ left }) => left >= least && left <= most))
  // To its credit: what settles no invoice, and invoices that are below 0.
  const credit =
    add(entries.filter((entry) => !settles(entry) && entry.dated <= day).map(({ cents }) => cents)) -
    sumOf(standing.filter((one) => one.dated <= day && one.balance < 0))
  const [over60, under60] = [between(-1e6, -61), between(-60, -30)]
  const takenOver60 = Math.min(over60, Math.max(credit, 0))
  const takenUnder60 = Math.min(under60, Math.max(credit - takenOver60, 0))
  return {
    total: sumOf(open) - credit,
    open: sumOf(open),
    credit,
    ages: {
      under30: between(-29, 1e6) - (credit - takenOver60 - takenUnder60),
      under60: under60 - takenUnder60,
      over60: over60 - takenOver60,
    },
    grossAges: { under30: between(-29, 1e6), under60, over60 },
    parts: {
      overdue: between(-1e6, -1),
      within7: between(0, 7),
      within30: between(8, 30),
      later: between(31, 1e6),
    },
    upcoming: sumOf(upcoming),
    upcomingInvoices: upcoming.length,
    balances: new Map(standing.map((one) => [one.no, one.balance])),
  }
}
