import { inMinorDigits } from '../../../platform/contract/minor-digits.ts'
import type { ServerLanguage } from '../../../platform/server/http/server-messages.ts'
import { statusName } from '../../orders/server/published.ts'
import type { Dashboard } from '../contract.ts'
import type { DashboardTable, DashboardWords } from './dashboard-table.ts'
import { summaryTable } from './summary-table.ts'

/** What the dashboard shows, as tables. `several`: for those who look at several tenants, with the company of each row. */
export function dashboardTables(
  dashboard: Dashboard,
  words: DashboardWords,
  { language, several }: { language: ServerLanguage; several: boolean },
): [DashboardTable, ...DashboardTable[]] {
  const { receivables, recentOrders, activity } = dashboard
  return [
    summaryTable(dashboard, words),
    ...(receivables ? [receivablesTable(receivables, words)] : []),
    ...(recentOrders ? [ordersTable(recentOrders, words, { language, several })] : []),
    ...(activity ? [activityTable(activity, words, several)] : []),
  ]
}

function receivablesTable(
  { basis, currency, total, under30, under60, over60 }: NonNullable<Dashboard['receivables']>,
  { sheets, receivables: words }: DashboardWords,
): DashboardTable {
  const row = (bucket: string, share: number, amount: string) => [
    bucket,
    basis === 'estimate' ? share : null,
    inMinorDigits(amount, currency),
    currency,
    words[basis],
  ]
  return {
    sheet: sheets.receivables,
    columns: [
      [words.bucket, 'text', 24],
      [words.share, 'number', 28],
      [words.amount, 'money', 20],
      [words.currency, 'text'],
      [words.basis, 'text', 14],
    ],
    rows: [
      row(words.under30, 60, under30),
      row(words.under60, 25, under60),
      row(words.over60, 15, over60),
      row(words.total, 100, total),
    ],
  }
}

function ordersTable(
  orders: NonNullable<Dashboard['recentOrders']>,
  { sheets, recentOrders: words }: DashboardWords,
  { language, several }: { language: ServerLanguage; several: boolean },
): DashboardTable {
  return {
    sheet: sheets.recentOrders,
    columns: [
      ...(several ? [[words.tenantName, 'text', 28] as DashboardTable['columns'][number]] : []),
      [words.ordNo, 'text', 14],
      [words.clientName, 'text', 36],
      [words.ordStat, 'text', 16],
      [words.ordStatReceived, 'text', 18],
      [words.montantTotal, 'text', 18],
      [words.amount, 'money', 18],
      [words.currency, 'text'],
    ],
    rows: orders.map(({ tenantName, ordNo, clientName, ordStat, status, montantTotal, amount, currency }) => [
      ...(several ? [tenantName ?? null] : []),
      ordNo,
      clientName,
      statusName(language, { ordStat, status }),
      ordStat,
      montantTotal,
      inMinorDigits(amount, currency),
      currency,
    ]),
  }
}

function activityTable(
  events: NonNullable<Dashboard['activity']>,
  { sheets, activity: words }: DashboardWords,
  several: boolean,
): DashboardTable {
  return {
    sheet: sheets.activity,
    columns: [
      [words.at, 'text', 22],
      ...(several ? [[words.tenantName, 'text', 28] as DashboardTable['columns'][number]] : []),
      [words.order, 'text', 14],
      [words.line, 'text'],
      [words.field, 'text', 24],
      [words.before, 'text', 24],
      [words.after, 'text', 24],
    ],
    rows: events.map(({ at, tenantName, ordNo, primary, lineNo, field, old, new: now }) => [
      at.slice(0, 19).replace('T', ' '),
      ...(several ? [tenantName ?? null] : []),
      ordNo ?? primary,
      lineNo,
      words.fields[field],
      old,
      now,
    ]),
  }
}
