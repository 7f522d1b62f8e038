import { expect, it } from 'vitest'
import { dueByTerms, type Terms, translatedTerms } from './due-by-terms.ts'

it.each<[string | null, string, string | null]>([
  ['Net 30', '2025-08-01', '2025-08-31'],
  ['net 45 days', '2025-11-27', '2026-01-11'],
  ['N/30', '2025-01-31', '2025-03-02'],
  ['30 days', '2024-02-01', '2024-03-02'],
  ['2/10 net 30', '2025-08-01', '2025-08-31'],
  ['2 % 10, net 30', '2025-08-01', '2025-08-31'],
  ['Net 30 jours', '2025-08-01', '2025-08-31'],
  ['30 Tage netto', '2025-08-01', '2025-08-31'],
  ['Neto 30 días', '2025-08-01', '2025-08-31'],
  ['Net 0', '2025-08-01', '2025-08-01'],
  ['Due on receipt', '2025-08-01', '2025-08-01'],
  ['À réception', '2025-08-01', '2025-08-01'],
  ['Zahlbar sofort', '2025-08-01', '2025-08-01'],
  ['30 days end of month', '2025-01-15', '2025-03-02'],
  ['Fin de mois', '2025-02-10', '2025-02-28'],
  ...[
    ...['Due upon receipt', 'Payable on receipt', 'Due on receipt of invoice', 'Due immediately', 'COD'],
    ...['Payable sur réception', 'Payable à la réception', 'À réception de facture', 'Dû à la réception'],
    ...['Comptant', 'Paiement comptant', 'Payable immédiatement', 'À RÉCEPTION.', 'A reception'],
    ...[
      'Sofort zahlbar',
      'Zahlbar sofort ohne Abzug',
      'Sofort',
      'Zahlbar bei Erhalt',
      'Bei Erhalt der Rechnung',
    ],
    ...['Pago al recibir', 'Contado', 'Al contado', 'Pago de contado', 'A la recepción de la factura'],
    ...['Pago inmediato', 'Contra entrega', 'Nachnahme', 'Paiement à la livraison'],
  ].map((terms): [string, string, string] => [terms, '2025-08-01', '2025-08-01']),
  ...[
    ...['Net 30 days.', '30 days net', 'Within 30 days', 'Payable within 30 days', 'Due in 30 days'],
    ...['30 days from invoice date', 'Net 30 days from date of invoice'],
    ...[
      '30 jours nets',
      'Net à 30 jours',
      'Payable dans les 30 jours',
      'Paiement à 30 jours',
      'Dans 30 jours',
    ],
    ...['30 jours date de facture', 'Payable à 30 jours', 'Sous 30 jours'],
    ...['30 Tage', 'Zahlbar innerhalb von 30 Tagen', 'Innerhalb 30 Tagen', 'Zahlbar binnen 30 Tagen netto'],
    ...['Zahlbar in 30 Tagen ohne Abzug', '30 Tage nach Rechnungsdatum', 'Innert 30 Tagen', 'Netto 30 Tage'],
    ...['30 días', '30 dias', '30 días netos', 'Pago a 30 días', 'Neto a 30 días', 'Dentro de 30 días'],
    ...['30 días fecha de factura', 'Pagadero en un plazo de 30 días', 'Crédito a 30 días'],
  ].map((terms): [string, string, string] => [terms, '2025-08-01', '2025-08-31']),
  ...['30 jours fin de mois', '30 Tage zum Monatsende', '30 días fin de mes', 'Net 30 EOM'].map(
    (terms): [string, string, string] => [terms, '2025-01-15', '2025-03-02'],
  ),
  ['Innerhalb von 14 Tagen 2 % Skonto, 30 Tage netto', '2025-08-01', '2025-08-31'],
  // As the portal itself writes them.
  ...[
    'Net 30 days from the end of the month',
    'Net 30 jours fin de mois',
    '30 Tage ab Monatsende',
    'Neto 30 días desde fin de mes',
  ].map((terms): [string, string, string] => [terms, '2025-01-15', '2025-03-02']),
  // What cannot be read gives no day.
  ['2 % bei 10 Tagen', '2025-08-01', null],
  ['2 % à 10 jours', '2025-08-01', null],
  ['Zahlbar innerhalb von 30 Tagen nach Absprache', '2025-08-01', null],
  ['30 días después de la entrega', '2025-08-01', null],
  ['30 Tage nach Rechnungserhalt', '2025-08-01', null],
  ['30 days after delivery', '2025-08-01', null],
  ['Not on receipt', '2025-08-01', null],
  ['as agreed', '2025-08-01', null],
  ['Net 30 or 45', '2025-08-01', null],
  ['2% 10', '2025-08-01', null],
  ['', '2025-08-01', null],
  [null, '2025-08-01', null],
  ['Net 30', '', null],
])('%s of %s is due on %s', (terms, date, due) => {
  expect(dueByTerms(terms, date)).toBe(due)
})

it.each<[string, Terms | null]>([
  ['Net 30', { kind: 'net', days: 30 }],
  ['Zahlbar innerhalb von 30 Tagen', { kind: 'net', days: 30 }],
  ['Contado', { kind: 'receipt' }],
  // Shown as they were written: the discount and the delivery would be lost.
  ...['2/10 net 30', '14 Tage 2 % Skonto, 30 Tage netto', 'COD', 'Paiement à la livraison', 'Prepaid'].map(
    (terms): [string, null] => [terms, null],
  ),
])('%s is translated as %j', (terms, read) => {
  expect(translatedTerms(terms)).toEqual(read)
})
