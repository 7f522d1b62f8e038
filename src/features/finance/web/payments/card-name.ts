import { useTranslations } from 'use-intl'

/** As their owners write them; another one as the provider writes it. */
const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** Visa •••• 4242 */
export function useCardName() {
  const t = useTranslations('payments')
  return ({ brand, last4 }: { brand: string; last4: string }) =>
    t('card', { brand: BRANDS[brand] ?? brand, last4 })
}
