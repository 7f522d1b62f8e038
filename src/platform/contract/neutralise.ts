// Also the wide forms of the four signs, and the line feed: spreadsheet programs differ in what they skip.
const RISKY = /^[=+\-@\t\r\n＝＋－＠]/
const HARMLESS = /^-(\d+([.,]\d+)?)?$/

/**
 * Text that a spreadsheet could take for a formula gets an apostrophe in front, which marks it as text (OWASP, CSV
 * injection). A plain negative number stays one, and a lone dash is no formula.
 */
export const neutralise = (text: string): string => (isRisky(text) ? `'${text}` : text)

/** Whether a spreadsheet could take the text for a formula. */
export const isRisky = (text: string): boolean => RISKY.test(text) && !HARMLESS.test(text)
