import * as z from 'zod'
import { endpoint } from '../../../platform/contract/endpoint.ts'
import { salesFilter } from './sales-filters.ts'

/** What the screen is filtered by. A CSV holds the comparison of the codes, a workbook everything. */
const currentFileInput = z.object({ ...salesFilter, format: z.enum(['csv', 'xlsx']).default('xlsx') })
export type CurrentFileInput = z.infer<typeof currentFileInput>

/** Answered outside the typed router: a file. */
export const currentFileContract = {
  currentExport: endpoint
    .route({
      method: 'GET',
      path: '/sales/current/export',
      summary: 'What the Current Sales screen shows: a workbook (XLSX), or the comparison of its codes (CSV)',
    })
    .meta({ permission: 'sales.read', module: 'sales', audit: 'current_sales.exported' })
    .input(currentFileInput)
    .output(z.file()),
}
