import type { OrderStatus } from '../../orders/contract.ts'

export type StatusTone = 'good' | 'warn' | 'bad' | 'info'

const TONES: Partial<Record<OrderStatus, StatusTone>> = {
  packaging: 'good',
  completed: 'good',
  blend: 'warn',
  cts: 'warn',
  'in progress': 'warn',
  cancelled: 'bad',
  'not started': 'bad',
  'finance hold': 'bad',
}

/** Badge of an order on the dashboard, which differs from the orders table (source, section 4); null: a status that means none of the source's. */
export const dashboardTone = (status: OrderStatus | null): StatusTone => (status && TONES[status]) ?? 'info'
