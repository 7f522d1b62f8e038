import * as z from 'zod'
import { endpoint } from '../../../platform/contract/endpoint.ts'
import { analyticsFilter, inOrder, YearMonth } from './sales-filters.ts'

/** What the screen is filtered by, the subject of its trend, and the periods that it compares. */
const analyticsFileInput = z
  .object({
    ...analyticsFilter,
    product: z.string().max(500).optional(),
    customer: z.string().max(500).optional(),
    from: YearMonth.optional(),
    to: YearMonth.optional(),
    againstFrom: YearMonth.optional(),
    againstTo: YearMonth.optional(),
  })
  .superRefine(inOrder)
export type AnalyticsFileInput = z.infer<typeof analyticsFileInput>

/** Answered outside the typed router: a file. */
export const analyticsFileContract = {
  analyticsExport: endpoint
    .route({
      method: 'GET',
      path: '/sales/analytics/export',
      summary: 'What the Sales Analytics screen shows as a workbook (XLSX), a sheet for each of its parts',
    })
    .meta({ permission: 'sales.read', module: 'sales-analytics', audit: 'sales_analytics.exported' })
    .input(analyticsFileInput)
    .output(z.file()),
}
