import { useTranslations } from 'use-intl'

const KNOWN = {
  'not started': 'notStarted',
  'in progress': 'inProgress',
  blend: 'blend',
  cts: 'cts',
  packaging: 'packaging',
  completed: 'completed',
  cancelled: 'cancelled',
  'finance hold': 'financeHold',
  pending: 'pending',
} as const

/** Name of a status in the reader's language, whatever letter case upstream wrote it in; an unknown one as received. */
export function useStatusName(): (status: string) => string {
  const t = useTranslations('orders.statuses')
  return (status) => {
    const key = KNOWN[status.trim().toLowerCase() as keyof typeof KNOWN]
    return key ? t(key) : status
  }
}
