import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { TableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { CellValue } from '../../../platform/server/export/column.ts'
import { dateOfAsker } from '../../../platform/server/export/date-of-asker.ts'
import { fromTables } from '../../../platform/server/export/plain-tables.ts'
import { type ServerLanguage, serverMessages } from '../../../platform/server/http/server-messages.ts'
import { reportingDay } from '../../../platform/server/reporting-day.ts'
import type { AnalyticsFileInput } from '../domain/analytics-file-contract.ts'
import { analyticsTables } from './analytics-tables.ts'
import { getSalesAnalytics } from './get-sales-analytics.ts'
import { getSalesComparison } from './get-sales-comparison.ts'
import { getSalesTrend } from './get-sales-trend.ts'

type Asked = {
  tx: Handle
  actor: Actor
  input: AnalyticsFileInput
  language: ServerLanguage
  reportingAsOf: string | undefined
}

/** The screen as the asker sees it, a sheet for each of its parts. */
export async function openAnalyticsFile({
  tx,
  actor,
  input,
  language,
  reportingAsOf,
}: Asked): Promise<TableFile<readonly CellValue[]>> {
  const words = serverMessages(language).salesAnalytics
  const day = reportingDay({ reportingAsOf })
  const { product, customer } = input
  const analytics = await getSalesAnalytics(tx, actor, input, day)
  const trend =
    product === undefined && customer === undefined
      ? analytics.trend
      : await getSalesTrend(tx, actor, input, day)
  const comparison = await getSalesComparison(tx, actor, input, day)
  const tables = analyticsTables({ analytics, trend, comparison, subject: { product, customer } }, words)
  return {
    format: 'xlsx',
    name: `${words.file}-${await dateOfAsker(tx, actor)}`,
    ...fromTables(tables),
    act: {
      objectType: 'sales_analytics',
      objectId: 'export',
      after: { ...input, language, sheets: tables.map(({ sheet }) => sheet), lines: analytics.totals.lines },
    },
  }
}
