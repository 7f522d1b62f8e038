import fc from 'fast-check'
import type { TestLine } from './sales-lines.ts'

const ITEMS = [
  ['P1', 'Advanced Gut Health 60 caps'],
  ['P1', 'New advanced gut health + zinc'],
  ['P2', ' Oméga 30 '],
  ['P2', 'Omega 30'],
  ['P3', ''],
  ['', '   '],
  ['81061-BOI-90017-01', 'Bottle 60cc'],
  ['81061-BOI-90017-02', ''],
  ['81061-BOI-90017-123', 'Carton'],
  ['P6', '50% off_er \\ x'],
  ['P7', 'Unknown Product'],
  ...Array.from({ length: 16 }, (_, at) => [`Q${at}`, `Blend ${at}`]),
] as [string, string][]
const CUSTOMERS = [
  ['C1', 'Pharmacie Côté'],
  ['C1', 'PHARMACIE COTE'],
  ['C2', ''],
  ['C3', '  '],
  ['C4', 'Gut & Co'],
  ['C5', 'Clinic 100%'],
] as [string, string][]

export const aRandomLine = (tenants: number[]): fc.Arbitrary<TestLine> =>
  fc
    .record({
      tenantId: fc.constantFrom(...tenants),
      year: fc.integer({ min: 2018, max: 2026 }),
      month: fc.integer({ min: 1, max: 12 }),
      currency: fc.constantFrom('CAD', 'CAD', 'CAD', 'USD'),
      item: fc.constantFrom(...ITEMS),
      customer: fc.constantFrom(...CUSTOMERS),
      invoice: fc.integer({ min: 0, max: 60 }),
      quantity: fc.oneof(
        fc.integer({ min: -5, max: 20 }).map((n) => n * 1000),
        fc.integer({ min: -999, max: 9999 }),
      ),
      amountCents: fc.integer({ min: -100_000, max: 1_000_000 }),
    })
    .map(({ item, customer, invoice, ...line }) => ({
      ...line,
      itemNo: item[0],
      itemName: item[1],
      clientCode: customer[0],
      customerName: customer[1],
      invoiceNo: invoice === 0 ? '' : `INV-${invoice}`,
    }))

export const aRandomFilter = fc.record(
  {
    search: fc.constantFrom(
      'gut',
      'AGH',
      'cote',
      'CÔTÉ',
      'omega',
      'P1',
      'unknown',
      '%',
      '_',
      '\\',
      'packaging',
      'blend 1',
      'zzz',
      ' ',
      'q',
    ),
    year: fc.integer({ min: 2017, max: 2027 }),
    month: fc.integer({ min: 1, max: 12 }),
    currency: fc.constantFrom('CAD', 'USD', 'EUR'),
  },
  { requiredKeys: [] },
)
