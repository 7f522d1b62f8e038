import * as z from 'zod'
import { endpoint } from '../../../platform/contract/endpoint.ts'
import { linesSelection, ofTwoPeriods } from './sales-filters.ts'

const linesFileInput = z
  .object({ ...linesSelection, format: z.enum(['csv', 'xlsx']).default('csv') })
  .superRefine(ofTwoPeriods)
export type LinesFileInput = z.infer<typeof linesFileInput>

/** Answered outside the typed router: a file, streamed. */
export const linesFileContract = {
  linesExport: endpoint
    .route({
      method: 'GET',
      path: '/sales/lines/export',
      summary: 'Every sales line behind a figure, or of a dataset, as a file (CSV or XLSX), streamed',
    })
    .meta({ permission: 'sales.read', module: 'sales', audit: 'sales_lines.exported' })
    .input(linesFileInput)
    .output(z.file()),
}
