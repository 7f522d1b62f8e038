import { useTranslations } from 'use-intl'

/** By how many days a date moved, with its sign: "+9 days". */
export function useDaysText(): (days: number) => string {
  const t = useTranslations('orders')
  return (days) => t('days', { sign: days > 0 ? '+' : days < 0 ? '−' : '', count: Math.abs(days) })
}
