import type { PlainTable } from '../../../platform/server/export/plain-tables.ts'
import type { ServerMessages } from '../../../platform/server/http/server-messages.ts'

type Asked = {
  search?: string | undefined
  year?: number | undefined
  month?: number | undefined
  quarter?: number | undefined
  product?: string | undefined
  customer?: string | undefined
}
type Shown = { currency: string | null; asOf: string | null }

/** What the figures of a workbook are of, so that the file says it by itself; `of`: the filters that the screen has. */
export function filterTable(
  of: readonly (keyof Asked)[],
  asked: Asked,
  { currency, asOf }: Shown,
  words: ServerMessages['salesFilters'],
): PlainTable {
  return {
    sheet: words.sheet,
    columns: [
      [words.filter, 'text', 30],
      [words.value, 'text', 48],
    ],
    rows: [
      ...of.map((filter) => [words[filter], String(asked[filter] ?? words.all)]),
      [words.currency, currency],
      [words.asOf, asOf],
    ],
  }
}
