export type TypedLine = { row: number; itemNo: string; quantity: string }

/** Outside quotes. */
const COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/
const HEADING = /^(item|code|article|artikel|sku|n[°º.o]|produit|produkt|producto|product)/i

/**
 * Lines as they are pasted from a sheet or read from a CSV: item number, then quantity, by tab, semicolon or comma; a heading
 * row is left out, and a quantity with a decimal comma stands in quotes or beside another separator.
 */
export function readLines(text: string): TypedLine[] {
  return (
    text
      .split(/\r?\n/)
      .map((line, at) => ({ line: line.trim(), row: at + 1 }))
      .filter(({ line }) => line !== '')
      .map(({ line, row }) => {
        const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : COMMA
        const [itemNo = '', quantity = '', next = ''] = line
          .split(separator)
          .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
        // "P-1,1,250" may be 1 or 1,250: whoever pasted it says which.
        const unclear = separator === COMMA && /^\d/.test(next)
        return { row, itemNo, quantity: unclear ? '' : quantity }
      })
      // A heading says what the figures are, and has none itself.
      .filter(({ row, itemNo, quantity }) => !(row === 1 && HEADING.test(itemNo) && !/\d/.test(quantity)))
  )
}
