/** What the API answers to the sales screens, for whoever looks at the portal from outside alone. */
export type {
  CurrentSales,
  SalesAnalytics,
  SalesComparison,
  SalesHistory,
} from '../../src/features/sales/contract.ts'
