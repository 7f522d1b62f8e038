/** What a cell may hold; a workbook with more in one is refused as damaged. */
const LONGEST_TEXT = 32_767
const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Control signs but tab and line feed, halves of a pair, and the two that are no signs at all.
const UNWRITABLE = /(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu

/** Text for XML; what XML cannot hold is written as the format has it (_x000B_), and text that looks so is kept apart. */
export function xmlText(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(UNWRITABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => SIGNS[sign] as string)
}
