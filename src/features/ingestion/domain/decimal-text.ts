/** A whole number of hundredths or thousandths as exact decimal text: 1250, 2 → "12.50". */
export function decimalText(scaled: number | bigint, places: number): string {
  const negative = scaled < 0
  const digits = String(negative ? -scaled : scaled).padStart(places + 1, '0')
  return `${negative ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The same without needless zeros: 12500, 3 → "12.5". */
export const shortDecimalText = (scaled: number | bigint, places: number): string =>
  decimalText(scaled, places).replace(/\.?0+$/, '')
