export type TypedLine = { row: number; itemNo: string; quantity: string }

const SEPARATOR = /[\t;]|,(?=(?:[^"]*"[^"]*")*[^"]*$)/
const HEADING = /^(item|code|article|artikel|sku|n[°º.o]|produit|produkt|producto|product)/i

/**
 * Lines as they are pasted from a sheet or read from a CSV: item number, then quantity, by tab, semicolon or comma; a heading
 * row is left out, and a quantity with a decimal comma stands in quotes or beside another separator.
 */
export function readLines(text: string): TypedLine[] {
  return text
    .split(/\r?\n/)
    .map((line, at) => ({ line: line.trim(), row: at + 1 }))
    .filter(({ line, row }) => line !== '' && !(row === 1 && HEADING.test(line)))
    .map(({ line, row }) => {
      const wide = line.includes('\t') ? '\t' : line.includes(';') ? ';' : SEPARATOR
      const [itemNo = '', quantity = ''] = line
        .split(wide)
        .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
      return { row, itemNo, quantity }
    })
}

/** "1 234,5" and "1,234.5" as a number of up to three decimals; null: none above 0. */
export function readQuantity(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f'’]/g, '')
  const mark = /[.,](?=\d{1,3}$)/.exec(plain)
  // A mark that comes again, or a lone one before exactly three digits, is a group mark (C3).
  const again = mark && plain.split(mark[0]).length > 2
  const isGroup = again || /^\d{1,3}[.,]\d{3}$/.test(plain)
  const digits =
    mark && !isGroup
      ? `${plain.slice(0, mark.index).replace(/[.,]/g, '')}.${plain.slice(mark.index + 1)}`
      : plain.replace(/[.,]/g, '')
  if (!/^\d+(\.\d{1,3})?$/.test(digits)) return null
  const quantity = Number(digits)
  return quantity > 0 && quantity <= 999_999_999 ? quantity : null
}
