/** Cents as the wire has money: a decimal with two digits. */
export function moneyText(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
