import { minorDigits } from '../../../../platform/contract/minor-digits.ts'
import { decimalWithin } from '../../../../platform/web/format/typed-number.ts'
import type { Locale } from '../../../../platform/web/i18n/locales.ts'
import { lineHundredths } from '../../domain/line-hundredths.ts'
import { taxesOfPlace } from '../../domain/taxes-of-place.ts'
import type { TaxRate } from '../../taxes-contract.ts'
import { amountOf } from '../payments/amounts.ts'
import { BOUNDS, type DraftValues } from './draft-values.ts'

/** Halves away from 0; whole ones where the currency has nothing smaller. */
function rounded(hundredths: number, currency: string): number {
  const unit = minorDigits(currency) === 0 ? 100 : 1
  return Math.round(hundredths / unit) * unit
}

const decimal = (cents: number) => (cents / 100).toFixed(2)

/** What it comes to while it is written; the server counts again. */
export function sumsOf(values: DraftValues, rates: readonly TaxRate[], locale?: Locale) {
  const { currency } = values
  const subtotal = values.lines.reduce((sum, { quantity, unitPrice }) => {
    const [count, price] = [
      decimalWithin(quantity, BOUNDS.quantity, locale),
      decimalWithin(unitPrice, BOUNDS.unitPrice, locale),
    ]
    return count && price ? sum + rounded(Number(lineHundredths(count, price)), currency) : sum
  }, 0)
  const ofPlace = values.kind === 'invoice' && !values.otherTaxes
  const taxes = ofPlace
    ? taxesOfPlace(rates, {
        ...{ place: values.place, date: values.date, currency },
        subtotal: BigInt(Math.round(subtotal)),
      }).map(({ cents, ...tax }) => ({ ...tax, cents: Number(cents) }))
    : values.taxes.map(({ name, amount }) => ({
        ...{ name, rate: null },
        cents: Math.round(Number(amountOf(amount, currency, locale) ?? 0) * 100),
      }))
  return {
    subtotal: decimal(subtotal),
    taxes: taxes.map(({ cents, ...tax }) => ({ ...tax, amount: decimal(cents) })),
    total: decimal(taxes.reduce((sum, { cents }) => sum + cents, subtotal)),
  }
}
