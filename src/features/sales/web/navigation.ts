import { IconChartHistogram, IconHistory, IconTrendingUp } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const salesHistoryNavigation: NavigationItem = {
  to: '/sales',
  label: 'salesHistory',
  icon: IconHistory,
  group: 'money',
  order: 20,
  permission: 'sales.read',
  module: 'sales',
}

export const currentSalesNavigation: NavigationItem = {
  to: '/current-sales',
  label: 'currentSales',
  icon: IconTrendingUp,
  group: 'money',
  order: 30,
  permission: 'sales.read',
  module: 'sales',
}

export const salesAnalyticsNavigation: NavigationItem = {
  to: '/sales-analytics',
  label: 'salesAnalytics',
  icon: IconChartHistogram,
  group: 'money',
  order: 40,
  permission: 'sales.read',
  module: 'sales-analytics',
}
