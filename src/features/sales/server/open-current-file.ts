import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { TableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { CellValue } from '../../../platform/server/export/column.ts'
import { dateOfAsker } from '../../../platform/server/export/date-of-asker.ts'
import { fromTables } from '../../../platform/server/export/plain-tables.ts'
import { type ServerLanguage, serverMessages } from '../../../platform/server/http/server-messages.ts'
import { reportingDay } from '../../../platform/server/reporting-day.ts'
import type { CurrentFileInput } from '../domain/current-file-contract.ts'
import { currentTables } from './current-tables.ts'
import { getCurrentSales } from './get-current-sales.ts'

type Asked = {
  tx: Handle
  actor: Actor
  input: CurrentFileInput
  language: ServerLanguage
  reportingAsOf: string | undefined
}

/** The screen as the asker sees it, a sheet for each of its parts; as CSV the comparison alone. */
export async function openCurrentFile({
  tx,
  actor,
  input,
  language,
  reportingAsOf,
}: Asked): Promise<TableFile<readonly CellValue[]>> {
  const words = serverMessages(language).currentSales
  const { format, ...filter } = input
  const sales = await getCurrentSales(tx, actor, filter, reportingDay({ reportingAsOf }))
  const { comparison, ...others } = currentTables(sales, words)
  const { summary, months, products } = others
  return {
    format,
    name: `${words.file}-${await dateOfAsker(tx, actor)}`,
    ...fromTables(format === 'csv' ? [comparison] : [summary, months, products, comparison]),
    act: {
      objectType: 'current_sales',
      objectId: 'export',
      after: { ...input, language, lines: sales.totals.lines },
    },
  }
}
