/** Between fields of GS1 whose length is not fixed. */
const SEPARATOR = '\u001d'
/** Lengths of those that are fixed, by the first two digits of their identifier (GS1 General Specifications, 7.8.5). */
const FIXED: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  '11': 6,
  '12': 6,
  '13': 6,
  '14': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '18': 6,
  '19': 6,
  '20': 2,
}
const LOT = '10'
/** What tells the kind of code, before what stands in it: scanners send it when they are set up to. */
const SYMBOLOGY = /^\][A-Za-z]\d/

/**
 * The lot number in what was scanned or typed: the field (10) of a GS1 code, raw or in brackets, the last part of a link
 * to a lot (ours, or a GS1 Digital Link), else the text itself.
 */
export function scannedLot(scanned: string): string {
  const text = scanned.trim()
  return (lotInLink(text) ?? lotInBrackets(text) ?? lotInFields(text) ?? text.replace(SYMBOLOGY, '')).trim()
}

function lotInLink(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const part = /\/(?:lots|10)\/([^/]+)/.exec(new URL(text).pathname)?.[1]
  try {
    return part && decodeURIComponent(part)
  } catch {
    return part // a percent sign that stands for itself
  }
}

const lotInBrackets = (text: string): string | undefined =>
  /^\(\d{2,4}\)/.test(text) ? /\(10\)([^(]+)/.exec(text)?.[1] : undefined

const withoutSeparator = (text: string) => (text.startsWith(SEPARATOR) ? text.slice(1) : text)

function lotInFields(text: string): string | undefined {
  const marked = SYMBOLOGY.test(text) || text.startsWith(SEPARATOR)
  let rest = withoutSeparator(text.replace(SYMBOLOGY, ''))
  // Without a mark only what begins with an item's number reads as GS1: a lot number may begin with any digits.
  if (!marked && !/^0[12]\d{14}./.test(rest)) return undefined
  while (rest.length > 2) {
    const field = rest.slice(0, 2)
    const length = FIXED[field]
    const end = length === undefined ? `${rest}${SEPARATOR}`.indexOf(SEPARATOR) : 2 + length
    if (field === LOT) return rest.slice(2, end)
    rest = withoutSeparator(rest.slice(end))
  }
  return undefined
}
