import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { CellValue } from '../../../platform/server/export/column.ts'
import { fromTables } from '../../../platform/server/export/plain-tables.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { dateOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { type CurrentFileInput, currentFileContract } from '../domain/current-file-contract.ts'
import { currentTables } from './current-tables.ts'
import { filterTable } from './filter-table.ts'
import { getCurrentSales } from './get-current-sales.ts'

/** The screen as the asker sees it, a sheet for each of its parts; as CSV the comparison alone. */
async function openCurrentFile(
  { tx, actor, input, language }: Asked<CurrentFileInput>,
  today: () => string,
): Promise<TableFile<readonly CellValue[]>> {
  const { currentSales: words, salesFilters } = serverMessages(language)
  const { format, ...filter } = input
  const sales = await getCurrentSales(tx, actor, filter, today())
  const { comparison, ...others } = currentTables(sales, words, filter.month)
  const { summary, months, trend, products } = others
  const filters = filterTable(['search', 'year', 'month'], filter, sales, salesFilters)
  return {
    format,
    name: `${words.file}-${await dateOfAsker(tx, actor)}`,
    ...fromTables(
      format === 'csv' ? [comparison] : [summary, months, trend, products, comparison, filters],
      sales.currency,
    ),
    act: {
      objectType: 'current_sales',
      objectId: 'export',
      after: { ...input, language, lines: sales.totals.lines },
    },
  }
}

/** `GET /sales/current/export` */
export const currentFile = (today: () => string) =>
  tableKind(currentFileContract.currentExport, (asked) => openCurrentFile(asked, today))
