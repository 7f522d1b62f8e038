import { isEmailAddress } from '../../../platform/contract/email-address.ts'

/** The addresses of a pasted list: lines, commas, semicolons or spaces between them; names may stand before <address>. */
export function readAddresses(text: string): { good: string[]; bad: string[] } {
  const pieces = text
    .replace(/"[^"\n]*"/g, ' ')
    .split(/[,;\n]/)
    .flatMap((part) => /<([^<>]*)>/.exec(part)?.[1]?.trim() ?? part.split(/\s+/))
    .filter((piece) => piece !== '')
  return {
    good: [...new Set(pieces.filter(isEmailAddress).map((piece) => piece.toLowerCase()))],
    bad: pieces.filter((piece) => !isEmailAddress(piece)),
  }
}
