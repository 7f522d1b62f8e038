import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { CellValue } from '../../../platform/server/export/column.ts'
import { fromTables } from '../../../platform/server/export/plain-tables.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { dateOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { type AnalyticsFileInput, analyticsFileContract } from '../domain/analytics-file-contract.ts'
import { analyticsTables } from './analytics-tables.ts'
import { filterTable } from './filter-table.ts'
import { getSalesAnalytics } from './get-sales-analytics.ts'
import { getSalesComparison } from './get-sales-comparison.ts'
import { getSalesTrend } from './get-sales-trend.ts'

/** The screen as the asker sees it, a sheet for each of its parts. */
async function openAnalyticsFile(
  { tx, actor, input, language }: Asked<AnalyticsFileInput>,
  today: () => string,
): Promise<TableFile<readonly CellValue[]>> {
  const { salesAnalytics: words, salesFilters } = serverMessages(language)
  const day = today()
  const { product, customer } = input
  const analytics = await getSalesAnalytics(tx, actor, input, day)
  const trend =
    product === undefined && customer === undefined
      ? analytics.trend
      : await getSalesTrend(tx, actor, input, day)
  const comparison = await getSalesComparison(tx, actor, input, day)
  const filters = ['search', 'year', 'quarter', 'product', 'customer'] as const
  const [summary, ...others] = analyticsTables(
    { analytics, trend, comparison, subject: { product, customer } },
    words,
  )
  const tables = [summary, ...others, filterTable(filters, input, analytics, salesFilters)] as const
  return {
    format: 'xlsx',
    name: `${words.file}-${await dateOfAsker(tx, actor)}`,
    ...fromTables(tables, analytics.currency),
    act: {
      objectType: 'sales_analytics',
      objectId: 'export',
      after: { ...input, language, sheets: tables.map(({ sheet }) => sheet), lines: analytics.totals.lines },
    },
  }
}

/** `GET /sales/analytics/export` */
export const analyticsFile = (today: () => string) =>
  tableKind(analyticsFileContract.analyticsExport, (asked) => openAnalyticsFile(asked, today))
