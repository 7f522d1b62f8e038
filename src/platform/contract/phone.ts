const NORTH_AMERICAN = /^1?([2-9]\d{2})([2-9]\d{2})(\d{4})$/
const TYPED = /^(\+?)([\d\s().\-–/]+?)(?:\s*(?:x|ext\.?|poste|#)\s*(\d{1,6}))?$/i

/**
 * A telephone number as it is kept: "+1 514 555-0123", with "#204" behind it where there is an extension; abroad with its
 * country code, grouped as it was typed. Null: no number. Nothing typed stays nothing.
 */
export function formatPhone(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return ''
  const [, plus, body = '', extension] = TYPED.exec(text) ?? []
  const digits = body.replace(/\D/g, '')
  const end = extension ? ` #${extension}` : ''
  const home = NORTH_AMERICAN.exec(digits)
  if (home && (!plus || digits.startsWith('1'))) return `+1 ${home[1]} ${home[2]}-${home[3]}${end}`
  if (!plus || digits.length < 7 || digits.length > 15 || digits.startsWith('0')) return null
  return `+${body.replace(/\D+/g, ' ').trim()}${end}`
}

/** The same as machines dial it (E.164), of which an extension is no part. Null: no such number. */
export function dialled(typed: string): string | null {
  const phone = formatPhone(typed)
  if (!phone || phone.includes('#')) return null
  return `+${phone.replace(/\D/g, '')}`
}
