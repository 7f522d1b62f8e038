import { expect, it } from 'vitest'
import { dueByTerms } from './due-by-terms.ts'

it.each([
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
  // What cannot be read gives no day.
  ['as agreed', '2025-08-01', null],
  ['Net 30 or 45', '2025-08-01', null],
  ['2% 10', '2025-08-01', null],
  ['', '2025-08-01', null],
  [null, '2025-08-01', null],
  ['Net 30', '', null],
])('%s of %s is due on %s', (terms, date, due) => {
  expect(dueByTerms(terms, date)).toBe(due)
})
