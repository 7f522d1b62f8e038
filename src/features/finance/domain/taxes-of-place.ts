import { minorDigits } from '../../../platform/contract/minor-digits.ts'

/** From its day on a tax of a place has this rate, in per cent; 0 ends it. */
type Rate = { place: string; name: string; rate: string; from: string }
type Tax = { name: string; rate: string; cents: bigint }

/**
 * The taxes of a place on a day, of a subtotal in hundredths: of a province before those of its country, the newest rate that holds,
 * each rounded by itself. The same rule as portal.taxes_of, held against it by the cases of test/support/tax-cases.ts.
 */
export function taxesOfPlace(
  rates: readonly Rate[],
  { place, date, currency, subtotal }: { place: string; date: string; currency: string; subtotal: bigint },
): Tax[] {
  const own = rates.filter((rate) => [place, place.split('-')[0]].includes(rate.place) && rate.from <= date)
  const names = [...new Set(own.map(({ name }) => name))].sort()
  return names.flatMap((name) => {
    const [first] = own
      .filter((rate) => rate.name === name)
      .sort((a, b) => Number(b.place === place) - Number(a.place === place) || b.from.localeCompare(a.from))
    if (!first || Number(first.rate) === 0) return []
    return [{ name, rate: first.rate, cents: share(subtotal, first.rate, currency) }]
  })
}

/** So many per cent, exact, and rounded half away from zero to what the currency has. */
function share(cents: bigint, rate: string, currency: string): bigint {
  const [whole = '0', part = ''] = rate.split('.')
  const unit = minorDigits(currency) === 0 ? 100n : 1n
  const product = cents * BigInt(whole + part)
  const by = 100n * 10n ** BigInt(part.length) * unit
  const size = product < 0n ? -product : product
  const rounded = (2n * size + by) / (2n * by)
  return (product < 0n ? -rounded : rounded) * unit
}
