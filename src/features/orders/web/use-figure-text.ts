import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'

type Figure = { count: number; others: readonly { currency: string; amount: string }[] }

/** What stands below an amount of orders: theirs in the other currencies, and how many they are together. */
export function useFigureText(): (figure: Figure) => string {
  const t = useTranslations('orders.figure')
  const formats = useFormats()
  return ({ count, others }) => {
    const amounts = formats.list(others.map(({ amount, currency }) => formats.moneyWhole(amount, currency)))
    return [amounts && t('more', { amounts }), t('orders', { count })].filter(Boolean).join(' · ')
  }
}
