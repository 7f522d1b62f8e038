const CODES = {
  GST: 'GST',
  TPS: 'GST',
  HST: 'HST',
  TVH: 'HST',
  QST: 'QST',
  TVQ: 'QST',
  PST: 'PST',
  TVP: 'PST',
} as const
export type TaxCode = (typeof CODES)[keyof typeof CODES]

/** A tax by its name, in the words of a language where it is one of Canada's; what follows it stays as given. */
export function taxName(name: string, wordOf: (code: TaxCode) => string): string {
  const [, word = '', rest = ''] = /^([A-Za-z]{3})(?![A-Za-z])(.*)$/s.exec(name.trim()) ?? []
  const code = CODES[word.toUpperCase() as keyof typeof CODES]
  return code ? `${wordOf(code)}${rest}` : name
}
