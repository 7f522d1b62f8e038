/** What terms of payment say, as the trade writes them. */
export type Terms = { kind: 'net'; days: number } | { kind: 'receipt' } | { kind: 'month_end'; days: number }

const RECEIPT =
  /^(due (up)?on receipt|on receipt|cash on delivery|c\.?o\.?d\.?|prepaid|payable (à la|sur) réception|à réception|sofort( fällig)?|zahlbar sofort|al contado|contado|pago inmediato)$/
const DAYS = String.raw`(\d{1,3})`
/** "Net 30", "2/10 net 30", "30 days", "net 30 jours", "30 Tage netto", "neto 30 días". */
const NET = [
  new RegExp(`^(?:.*[ ,])?(?:net|netto|neto|n)[ /.-]*${DAYS}(?: ?(?:days?|d|jours?|j|tage|días?))?$`),
  new RegExp(`^${DAYS} ?(?:days?|d|jours?|j|tage|días?)(?: (?:net|nets|netto|neto|netos))?$`),
]
const MONTH_END = new RegExp(
  `^(?:net )?${DAYS}? ?(?:days?|jours?|tage|días?)? ?(?:eom|end of month|fin de mois|monatsende|fin de mes)$`,
)

export function readTerms(text: string | null): Terms | null {
  const said = (text ?? '').trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (RECEIPT.test(said)) return { kind: 'receipt' }
  const end = MONTH_END.exec(said)
  if (end) return { kind: 'month_end', days: Number(end[1] ?? 0) }
  for (const form of NET) {
    const days = form.exec(said)?.[1]
    if (days !== undefined) return { kind: 'net', days: Number(days) }
  }
  return null
}

/** The day on which an invoice of that date is due; null: its terms do not say. */
export function dueByTerms(terms: string | null, date: string): string | null {
  const read = readTerms(terms)
  if (read === null || !/^\d{4}-\d\d-\d\d$/.test(date)) return null
  const day = new Date(`${date}T00:00:00Z`)
  if (read.kind === 'month_end') day.setUTCMonth(day.getUTCMonth() + 1, 0)
  if (read.kind !== 'receipt') day.setUTCDate(day.getUTCDate() + read.days)
  return day.toISOString().slice(0, 10)
}
