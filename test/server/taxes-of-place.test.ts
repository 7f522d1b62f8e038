import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { taxesOfPlace } from '../../src/features/finance/domain/taxes-of-place.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { TAX_CASES, TAX_RATES } from '../support/tax-cases.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
  await keep(TAX_RATES)
})
afterAll(() => portal?.close())

type Rate = { place: string; name: string; rate: string; from: string }
const keep = async (rates: readonly Rate[]) => {
  await peek(portal, 'delete from portal.tax_rates')
  await peek(
    portal,
    `insert into portal.tax_rates (place, name, rate, valid_from)
     select r ->> 'place', r ->> 'name', (r ->> 'rate')::numeric, (r ->> 'from')::date from jsonb_array_elements($1) r`,
    [JSON.stringify(rates)],
  )
}

/** What the database bills. */
const billed = (place: string, date: string, currency: string, subtotal: number | bigint) =>
  peek<{ name: string; rate: string; cents: string }>(
    portal,
    `select x.name, trim_scale(x.rate)::text as rate, x.cents::text from portal.taxes_of($1, $2, $3, $4) with ordinality x (name, rate, cents, n)
      order by x.n`,
    [place, date, String(subtotal), currency],
  )

it.each(TAX_CASES)('the taxes of %s on %s, in %s, of %i', async (place, date, currency, subtotal, taxes) => {
  const found = await billed(place, date, currency, subtotal)
  expect(found.map(({ name, rate, cents }) => [name, rate, Number(cents)])).toEqual(taxes)
})

it('any rates give what the screen shows before it is saved', async () => {
  const places = ['CA', 'CA-QC', 'FR']
  const rate = fc.record({
    place: fc.constantFrom(...places),
    name: fc.constantFrom('GST', 'QST', 'b'),
    rate: fc.integer({ min: 0, max: 300_000 }).map((n) => String(n / 10_000)),
    from: fc.constantFrom('2025-01-01', '2025-06-01', '2025-06-02'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(rate, {
        selector: ({ place, name, from }) => `${place} ${name} ${from}`,
        maxLength: 12,
      }),
      fc.constantFrom(...places),
      fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000_000n }),
      fc.constantFrom('CAD', 'JPY', 'KWD'),
      async (rates, place, subtotal, currency) => {
        await keep(rates)
        const shown = taxesOfPlace(rates, { place, date: '2025-06-01', currency, subtotal })
        expect(await billed(place, '2025-06-01', currency, subtotal)).toEqual(
          shown.map(({ cents, ...tax }) => ({ ...tax, cents: String(cents) })),
        )
      },
    ),
    { seed: 9975, numRuns: Number(process.env.PROPERTY_RUNS ?? 40) },
  )
})
