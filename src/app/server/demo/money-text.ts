/** How upstream writes money: the English screens, the French ones, and the export of the system before 2020. */
export type MoneyStyle = 'plain' | 'english' | 'french' | 'us dollars'

const NO_BREAK_SPACE = '\u00a0'

/** Cents as upstream writes them: 1022383 → "10223.83", "$10,223.83", "10 223,83 $" or "US$10,223.83". */
export function moneyText(cents: number, style: MoneyStyle): string {
  const sign = cents < 0 ? '-' : ''
  const whole = String(Math.floor(Math.abs(cents) / 100))
  const fraction = String(Math.abs(cents) % 100).padStart(2, '0')
  if (style === 'plain') return `${sign}${whole}.${fraction}`
  if (style === 'french') return `${sign}${grouped(whole, NO_BREAK_SPACE)},${fraction}${NO_BREAK_SPACE}$`
  return `${sign}${style === 'english' ? '$' : 'US$'}${grouped(whole, ',')}.${fraction}`
}

/** Thousandths as a quantity without needless zeros: 12500 → "12.5", in French "12,5". */
export function quantityText(thousandths: number, style: 'plain' | 'french' = 'plain'): string {
  const sign = thousandths < 0 ? '-' : ''
  const whole = String(Math.floor(Math.abs(thousandths) / 1000))
  const fraction = String(Math.abs(thousandths) % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  if (style === 'plain') return `${sign}${whole}${fraction && `.${fraction}`}`
  return `${sign}${grouped(whole, NO_BREAK_SPACE)}${fraction && `,${fraction}`}`
}

/** Ten-thousandths of a dollar as a unit price, at least two decimals: 125000 → "12.50", 425 → "0.0425". */
export function priceText(tenThousandths: number): string {
  const whole = Math.floor(tenThousandths / 10_000)
  const fraction = String(tenThousandths % 10_000)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '')
  return `${whole}.${fraction}`
}

/** Cents of a quantity (thousandths, at least 0) at a unit price (ten-thousandths of a dollar), half a cent up. */
export const amountOf = (thousandths: number, price: number): number =>
  Math.round((thousandths * price) / 100_000)

const grouped = (digits: string, mark: string) => digits.replace(/\B(?=(\d{3})+$)/g, mark)
