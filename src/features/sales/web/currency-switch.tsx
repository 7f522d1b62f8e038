import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { SegmentChips } from '../../../platform/web/kit/filters.tsx'

/** The part of a screen's answer that says what its money is in. */
type Currencies = { currency: string | null; otherCurrencies: readonly string[] }

export function CurrencySwitch({
  shown,
  onChange,
}: {
  shown: Currencies
  onChange: (currency: string) => void
}) {
  const t = useTranslations('sales')
  if (shown.currency === null || shown.otherCurrencies.length === 0) return null
  const [first = '', ...others] = [shown.currency, ...shown.otherCurrencies].sort()
  return (
    <SegmentChips
      label={t('currency')}
      any={first}
      value={shown.currency === first ? undefined : shown.currency}
      choices={others.map((currency) => ({ value: currency, label: currency }))}
      onChange={(currency) => onChange(currency ?? first)}
    />
  )
}

/** A figure in one currency leaves the sales in the others out: that is said (D2). */
export function CurrencyNote({ shown }: { shown: Currencies }) {
  const t = useTranslations('sales')
  const formats = useFormats()
  if (shown.currency === null || shown.otherCurrencies.length === 0) return null
  return t('currencyNote', { currency: shown.currency, others: formats.list(shown.otherCurrencies) })
}
