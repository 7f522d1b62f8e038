import { readSalesOnDashboard } from './sales-on-dashboard.ts'

/** What the dashboard shows of sales. */
export const salesOnDashboard = {
  part: 'sales',
  permission: 'sales.read',
  module: 'sales',
  read: readSalesOnDashboard,
} as const

export { verifySales } from './verify-sales.ts'
