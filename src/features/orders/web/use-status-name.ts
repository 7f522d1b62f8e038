import { useTranslations } from 'use-intl'
import { fold } from '../../../platform/contract/fold.ts'
import { knownStatus } from '../domain/status-words.ts'

const KEYS = {
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

/** Name of a status in the reader's language, whichever of its words upstream wrote; any other text as received. */
export function useStatusName(): (status: string) => string {
  const t = useTranslations('orders.statuses')
  return (text) => {
    const status = knownStatus(text)
    return status ? t(KEYS[status]) : text
  }
}

/** A status as a badge shows it: its name, and the text that was received where that is another word. */
export function useStatusText(): (text: string) => { name: string; hint: string | undefined } {
  const t = useTranslations('orders')
  const statusName = useStatusName()
  return (text) => {
    const name = statusName(text)
    return { name, hint: fold(name) === fold(text) ? undefined : t('asReceived', { text }) }
  }
}
