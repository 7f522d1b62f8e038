import { fold } from '../../../platform/contract/fold.ts'

/** What terms of payment say, as the trade writes them. */
export type Terms = { kind: 'net'; days: number } | { kind: 'receipt' } | { kind: 'month_end'; days: number }

const anyOf = (...forms: string[]) => `(?:${forms.join('|')})`

/** Payable at once, in the words of the four languages, without accents. */
const RECEIPT = anyOf(
  ...['(?:due |payable )?(?:up)?on receipt(?: of (?:the )?invoice)?', '(?:(?:due|payable) )?immediately'],
  ...['cash on delivery', 'c\\.?o\\.?d', 'prepaid'],
  '(?:payable |paiement |du )?(?:a (?:la )?|sur )reception(?: de (?:la )?facture)?',
  ...[
    '(?:paiement |payable )?(?:au )?comptant',
    'payable immediatement',
    'paiement (?:immediat|a la livraison)',
  ],
  '(?:sofort(?: zahlbar| fallig)?|(?:zahlbar|fallig) sofort)(?: netto| ohne abzug)?',
  ...['(?:zahlbar |fallig )?bei erhalt(?: der rechnung)?', '(?:per )?nachnahme'],
  ...['(?:pago )?(?:al |de )?contado', '(?:pago )?al recibir(?: la factura)?', 'pago inmediato'],
  ...['(?:pago )?contra entrega', '(?:pago |pagadero )?(?:a la|contra) recepcion(?: de (?:la )?factura)?'],
)
const COUNT = '(\\d{1,3})'
const DAYS = '(?:days?|d|jours?|j|tagen?|dias?)'
const NET = '(?:nets?|netto|netos?|n)'
const DUE = '(?:(?:due|payable|payment|paiement|zahlbar|fallig|pago|pagadero|credito) )?'
const WITHIN =
  '(?:(?:within|in|dans(?: les)?|a|sous|innerhalb(?: von)?|binnen|innert|dentro de|en un plazo de) )?'
/** The day that they are counted from, where it is the invoice's: of any other day nothing is known here. */
const FROM_INVOICE = `(?: ${anyOf(
  '(?:from|after|of) (?:the )?(?:invoice date|date of (?:the )?invoice)',
  '(?:a compter de la )?date de (?:la )?facture',
  '(?:nach|ab) rechnungsdatum',
  '(?:(?:desde|de) la )?fecha (?:de (?:la )?)?factura',
)})?`
const MONTH_END =
  '(?:eom|(?:from (?:the )?)?end of (?:the )?month|fin de mois|(?:zum |ab )?monatsende|(?:a |desde )?fin de mes)'

const whole = (form: string) => new RegExp(`^${form}$`)
const AT_ONCE = whole(RECEIPT)
const AT_MONTH_END = whole(`(?:${NET} )?(?:${COUNT} ?)?(?:${DAYS} )?${MONTH_END}`)
/** "Net 30", "2/10 net 30", "zahlbar innerhalb von 30 Tagen", "pago a 30 días". */
const AFTER_DAYS = [
  whole(`(?:.*[ ,])?${NET}[ /.-]*(?:a )?${COUNT}(?: ?${DAYS})?${FROM_INVOICE}`),
  whole(`${DUE}${WITHIN}${COUNT} ?${DAYS}(?: ${NET}| ohne abzug)?${FROM_INVOICE}`),
  // After a discount: "14 Tage 2 % Skonto, 30 Tage netto".
  whole(`.*, ?${COUNT} ?${DAYS} ${NET}`),
]

const plain = (text: string | null) =>
  fold(text ?? '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/\.$/, '')

function readTerms(text: string | null): Terms | null {
  const said = plain(text)
  if (AT_ONCE.test(said)) return { kind: 'receipt' }
  const end = AT_MONTH_END.exec(said)
  if (end) return { kind: 'month_end', days: Number(end[1] ?? 0) }
  for (const form of AFTER_DAYS) {
    const days = form.exec(said)?.[1]
    if (days !== undefined) return { kind: 'net', days: Number(days) }
  }
  return null
}

/** A discount, or a payment that is neither on receipt nor after days. */
const SAYS_MORE = /\d\D+\d|%|^c\.?o\.?d$|prepaid|delivery|livraison|entrega|nachnahme/

/** Terms that can be shown in the reader's language; null: they say more than a day, and are shown as they were written. */
export const translatedTerms = (text: string | null): Terms | null =>
  SAYS_MORE.test(plain(text)) ? null : readTerms(text)

/** The day on which an invoice of that date is due; null: its terms do not say. */
export function dueByTerms(terms: string | null, date: string): string | null {
  const read = readTerms(terms)
  if (read === null || !/^\d{4}-\d\d-\d\d$/.test(date)) return null
  const day = new Date(`${date}T00:00:00Z`)
  if (read.kind === 'month_end') day.setUTCMonth(day.getUTCMonth() + 1, 0)
  if (read.kind !== 'receipt') day.setUTCDate(day.getUTCDate() + read.days)
  return day.toISOString().slice(0, 10)
}
