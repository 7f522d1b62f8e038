import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { CellValue } from '../../../platform/server/export/column.ts'
import { fromTables } from '../../../platform/server/export/plain-tables.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { dateOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { type HistoryFileInput, historyFileContract } from '../domain/history-file-contract.ts'
import { filterTable } from './filter-table.ts'
import { getSalesHistory } from './get-sales-history.ts'
import { historyTables } from './history-tables.ts'

/** The screen as the asker sees it, a sheet for each of its parts; as CSV the evolution alone. */
async function openHistoryFile(
  { tx, actor, input, language }: Asked<HistoryFileInput>,
  today: () => string,
): Promise<TableFile<readonly CellValue[]>> {
  const { salesHistory: words, salesFilters } = serverMessages(language)
  const { format, ...filter } = input
  const history = await getSalesHistory(tx, actor, filter, today())
  const { summary, years, months, products, evolution } = historyTables(history, words)
  const filters = filterTable(['search', 'year', 'month'], filter, history, salesFilters)
  return {
    format,
    name: `${words.file}-${await dateOfAsker(tx, actor)}`,
    ...fromTables(
      format === 'csv' ? [evolution] : [summary, years, months, products, evolution, filters],
      history.currency,
    ),
    act: {
      objectType: 'sales_history',
      objectId: 'export',
      after: { ...input, language, lines: history.totals.lines },
    },
  }
}

/** `GET /sales/history/export` */
export const historyFile = (today: () => string) =>
  tableKind(historyFileContract.historyExport, (asked) => openHistoryFile(asked, today))
