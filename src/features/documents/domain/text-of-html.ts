const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const LARGEST_SIGN = 0x10ffff

/** What can be read of a page, one line for each of its blocks. It is text, to be shown as text: nothing of it is made safe. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<!--.*?-->|<(script|style|head|title)\b.*?<\/\1\s*>/gis, '')
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6]|\/blockquote)\b[^<>]*>/gi, '\n')
    .replace(/<\/t[dh]\b[^<>]*>/gi, ' ')
    .replace(/<[/!a-z][^<>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (all, ten, sixteen, name) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? all
      const sign = ten === undefined ? Number.parseInt(sixteen, 16) : Number(ten)
      return sign > 0 && sign <= LARGEST_SIGN ? String.fromCodePoint(sign) : all
    })
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
