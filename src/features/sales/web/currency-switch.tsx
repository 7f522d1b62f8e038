import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { SegmentChips } from '../../../platform/web/kit/filters.tsx'

/** The part of a screen's answer that says what its money is in, and in which years there is any of it. */
type Currencies = {
  currency: string | null
  otherCurrencies: readonly string[]
  yearsAvailable: readonly number[]
}

/** Whether nothing was ever sold in the currency that is asked for: an address may name any. */
export const isUnsold = (shown: Currencies | undefined, asked: string | undefined): boolean =>
  asked !== undefined && shown?.currency === asked && shown.yearsAvailable.length === 0

type CurrencySwitchProps = {
  shown: Currencies
  /** As the address has it. */
  asked: string | undefined
  onChange: (currency: string) => void
}

/** The currencies that there are sales in. One that there are none in is not among them: then none is chosen. */
export function CurrencySwitch({ shown, asked, onChange }: CurrencySwitchProps) {
  const t = useTranslations('sales')
  if (shown.currency === null || shown.otherCurrencies.length === 0) return null
  const sold = isUnsold(shown, asked) ? shown.otherCurrencies : [shown.currency, ...shown.otherCurrencies]
  const [first = '', ...others] = sold.toSorted()
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
export function CurrencyNote({ shown, asked }: Pick<CurrencySwitchProps, 'shown' | 'asked'>) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const { currency } = shown
  const others = formats.list(shown.otherCurrencies)
  if (currency === null) return null
  if (isUnsold(shown, asked))
    return [t('unsold', { currency }), others && t('soldIn', { others })].filter(Boolean).join(' ')
  return others && t('currencyNote', { currency, others })
}
