const scaled = (decimal: string, places: number) => {
  const [whole = '0', part = ''] = decimal.split('.')
  return BigInt(whole + part.padEnd(places, '0'))
}

/** What a line comes to, in exact hundredths: a quantity of up to three decimals times a price of up to six. */
export function lineHundredths(quantity: string, unitPrice: string): string {
  const digits = (scaled(quantity, 3) * scaled(unitPrice, 6)).toString().padStart(8, '0')
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`
}
