import { readSalesOnDashboard } from './sales-on-dashboard.ts'

/** What the dashboard shows of sales. */
export const salesOnDashboard = {
  part: 'sales',
  permission: 'sales.read',
  module: 'sales',
  read: readSalesOnDashboard,
} as const

/** What a tenant's sales come to, for the console. */
export { salesOfTenant } from './sales-of-tenant.ts'
export { verifySales } from './verify-sales.ts'
