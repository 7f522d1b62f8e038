/** ISO 4217: these have no smaller unit, those a thousandth. Intl has other digits for some of the others. */
const NONE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const THREE = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** How many digits amounts of a currency have behind the decimal mark; two where nothing else is known of it. */
export const minorDigits = (currency: string): 0 | 2 | 3 =>
  NONE.has(currency) ? 0 : THREE.has(currency) ? 3 : 2

/**
 * Whether an amount is lost in part where amounts are kept in hundredths: its currency has thousandths, and rounded to
 * these it is between two hundredths. `hundredths` as text, exact: "1234.5". The same rule as portal.loses_digits.
 */
export function losesDigits(hundredths: string, currency: string): boolean {
  if (minorDigits(currency) !== 3) return false
  const [tenth = '0', next = '0'] = (hundredths.split('.')[1] ?? '').padEnd(2, '0')
  return (Number(tenth) + (next >= '5' ? 1 : 0)) % 10 !== 0
}

/** An amount of the wire, which has two decimals, with those that its currency has; a part of a whole one stays where there is one. */
export function inMinorDigits(amount: string, currency: string): string {
  const digits = minorDigits(currency)
  if (digits === 0) return amount.replace(/\.00$/, '')
  return digits === 3 ? amount.replace(/(\.\d\d)$/, '$10') : amount
}
