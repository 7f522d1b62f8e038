import { expect, it } from 'vitest'
import { scannedLot } from './scanned-lot.ts'

const GS = '\u001d'

it.each([
  ['25H-0417', '25H-0417'],
  ['  L25174B07\n', 'L25174B07'],
  // A lot number may look like anything.
  ['1025', '1025'],
  ['01/2025', '01/2025'],
  ['(01)00810123450017(17)270831(10)25H-0417', '25H-0417'],
  ['(01)00810123450017(10)25H-0417(21)7', '25H-0417'],
  [`]d20100810123450017172708311025H-0417`, '25H-0417'],
  [`]C10100810123450017${GS}1025H-0417${GS}2112`, '25H-0417'],
  [`${GS}01008101234500171025H-0417${GS}17270831`, '25H-0417'],
  // As a scanner types it: without marks, the lot last.
  ['0100810123450017172708311025H-0417', '25H-0417'],
  // Another field of no fixed length before it.
  [`]d2010081012345001721SERIAL${GS}1025H-0417`, '25H-0417'],
  // No lot in it: what was scanned stands.
  ['0100810123450017', '0100810123450017'],
  ['https://portal.example/lots/25H-0417?x=1', '25H-0417'],
  ['https://id.gs1.org/01/00810123450017/10/L%2F7?17=270831', 'L/7'],
  ['https://portal.example/orders/7', 'https://portal.example/orders/7'],
  ['https://portal.example/lots/%E0%A4%A', '%E0%A4%A'],
  [']C0ABC-7', 'ABC-7'],
  ['', ''],
])('%j: %j', (scanned, lot) => {
  expect(scannedLot(scanned)).toBe(lot)
})
