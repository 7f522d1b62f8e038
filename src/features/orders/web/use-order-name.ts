import { useTranslations } from 'use-intl'
import type { Order } from '../contract.ts'

/** What an order is called: by its number, else by upstream's own. */
export function useOrderName(): (order: Order) => string {
  const t = useTranslations('orders')
  return ({ ordNo, primary }) =>
    t('orderTitle', { number: ordNo?.trim() || primary?.trim() || t('noNumber') })
}
