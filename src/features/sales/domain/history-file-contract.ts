import * as z from 'zod'
import { endpoint } from '../../../platform/contract/endpoint.ts'
import { salesFilter } from './sales-filters.ts'

/** What the screen is filtered by. A CSV holds the evolution of the products, a workbook everything. */
const historyFileInput = z.object({ ...salesFilter, format: z.enum(['csv', 'xlsx']).default('xlsx') })
export type HistoryFileInput = z.infer<typeof historyFileInput>

/** Answered outside the typed router: a file. */
export const historyFileContract = {
  historyExport: endpoint
    .route({
      method: 'GET',
      path: '/sales/history/export',
      summary:
        'What the Sales History screen shows: a workbook (XLSX), or the evolution of its products (CSV)',
    })
    .meta({ permission: 'sales.read', module: 'sales', audit: 'sales_history.exported' })
    .input(historyFileInput)
    .output(z.file()),
}
