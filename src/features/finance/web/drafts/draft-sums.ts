import { minorDigits } from '../../../../platform/contract/minor-digits.ts'
import { decimalWithin } from '../../../../platform/web/format/typed-number.ts'
import type { Locale } from '../../../../platform/web/i18n/locales.ts'
import { lineHundredths } from '../../domain/line-hundredths.ts'
import type { TaxRate } from '../../taxes-contract.ts'
import { amountOf } from '../payments/amounts.ts'
import { BOUNDS, type DraftValues } from './draft-values.ts'

/** Halves away from 0; whole ones where the currency has nothing smaller. */
function rounded(hundredths: number, currency: string): number {
  const unit = minorDigits(currency) === 0 ? 100 : 1
  return Math.round(hundredths / unit) * unit
}

/** The rates of a place on a day: of a province before those of its country, the newest that holds. */
export function ratesOf(
  rates: readonly TaxRate[],
  place: string,
  date: string,
): { name: string; rate: string }[] {
  const own = rates.filter((rate) => [place, place.split('-')[0]].includes(rate.place) && rate.from <= date)
  const names = [...new Set(own.map(({ name }) => name))].sort()
  return names.flatMap((name) => {
    const [first] = own
      .filter((rate) => rate.name === name)
      .sort((a, b) => Number(b.place === place) - Number(a.place === place) || b.from.localeCompare(a.from))
    return first && Number(first.rate) > 0 ? [{ name, rate: first.rate }] : []
  })
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
    ? ratesOf(rates, values.place, values.date).map(({ name, rate }) => ({
        ...{ name, rate },
        cents: rounded((subtotal * Number(rate)) / 100, currency),
      }))
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
