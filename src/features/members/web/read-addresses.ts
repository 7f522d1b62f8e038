/** The addresses of a pasted list: lines, commas, semicolons or spaces between them; names may stand before <address>. */
export function readAddresses(text: string): { good: string[]; bad: string[] } {
  const pieces = text
    .replace(/"[^"\n]*"/g, ' ')
    .split(/[,;\n]/)
    .flatMap((part) => /<([^<>]*)>/.exec(part)?.[1]?.trim() ?? part.split(/\s+/))
    .filter((piece) => piece !== '')
  const isAddress = (piece: string) => /^[^\s@]+@[^\s@]+$/.test(piece) && piece.length <= 320
  return {
    good: [...new Set(pieces.filter(isAddress).map((piece) => piece.toLowerCase()))],
    bad: pieces.filter((piece) => !isAddress(piece)),
  }
}
