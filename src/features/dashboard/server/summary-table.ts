import { inMinorDigits } from '../../../platform/contract/minor-digits.ts'
import type { CellValue } from '../../../platform/server/export/column.ts'
import type { Dashboard } from '../contract.ts'
import type { DashboardTable, DashboardWords } from './dashboard-table.ts'

type Row = readonly CellValue[]

/** Every card of the dashboard that the asker sees, a row each; orders one for each currency, as money is not added up (D2). */
export function summaryTable({ cards, issues }: Dashboard, words: DashboardWords): DashboardTable {
  const { summary } = words
  const orders = (['totalOrders', 'inProgressOrders', 'notStartedOrders', 'otherOrders'] as const).flatMap(
    (name): Row[] => {
      const card = cards[name]
      if (!card) return []
      const { currency, amount, count, others } = card
      const shown = { currency, amount, count: others.reduce((left, one) => left - one.count, count) }
      return [shown, ...others].map((one) => [
        ...[summary[name], one.count, null, inMinorDigits(one.amount, one.currency), one.currency, null],
        summary.allOrders,
      ])
    },
  )
  return {
    sheet: words.sheets.summary,
    columns: [
      [summary.figure, 'text', 34],
      [summary.orders, 'number', 12],
      [summary.quantity, 'number', 16],
      [summary.amount, 'money', 20],
      [summary.currency, 'text'],
      [summary.change, 'number', 14],
      [summary.period, 'text', 26],
    ],
    rows: [
      ...orders,
      ...(issues === null ? [] : [[summary.issues, issues, null, null, null, null, summary.allOrders]]),
      ...salesRows(cards, summary),
    ],
  }
}

function salesRows(
  { totalQuantity, ytdEvolution }: Dashboard['cards'],
  words: DashboardWords['summary'],
): Row[] {
  const rows: Row[] = []
  if (totalQuantity) {
    const { quantity, amount, currency } = totalQuantity
    rows.push([
      ...[words.totalQuantity, null, quantity, inMinorDigits(amount, currency), currency, null],
      words.wholeHistory,
    ])
  }
  if (ytdEvolution) {
    const { years, throughMonth, currency, quantity, revenue } = ytdEvolution
    const fill = (text: string, year: number) =>
      text.replace('{year}', String(year)).replace('{month}', String(throughMonth))
    const [before, now] = years.map((year) => fill(throughMonth > 0 ? words.months : words.noMonth, year))
    rows.push(
      [words.ytdQuantity, null, quantity.current, null, currency, quantity.growth, now ?? null],
      [
        words.ytdRevenue,
        null,
        null,
        inMinorDigits(revenue.current, currency),
        currency,
        revenue.growth,
        now ?? null,
      ],
      [
        words.ytdBefore,
        null,
        quantity.previous,
        inMinorDigits(revenue.previous, currency),
        currency,
        null,
        before ?? null,
      ],
    )
  }
  return rows
}
