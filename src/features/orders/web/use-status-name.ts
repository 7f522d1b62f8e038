import { useTranslations } from 'use-intl'
import { fold } from '../../../platform/contract/fold.ts'
import { type OrderStatus, STATUS_KEYS } from '../domain/statuses.ts'

/**
 * Name of a status in the reader's language: of what the server says that the text means, or of the source's own word; any
 * other text as received. The words of four languages stay on the server.
 */
export function useStatusName(): (text: string, meaning?: OrderStatus | null) => string {
  const t = useTranslations('orders.statuses')
  return (text, meaning) => {
    const key = STATUS_KEYS[meaning ?? (fold(text.trim()) as OrderStatus)]
    return key ? t(key) : text
  }
}

/** A status as a badge shows it: its name, and the text that was received where that is another word. */
export function useStatusText(): (
  text: string,
  meaning: OrderStatus | null,
) => { name: string; hint: string | undefined } {
  const t = useTranslations('orders')
  const statusName = useStatusName()
  return (text, meaning) => {
    const name = statusName(text, meaning)
    return { name, hint: fold(name) === fold(text) ? undefined : t('asReceived', { text }) }
  }
}
