import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Dialect, dialect } from './dialects.ts'
import { readRows } from './read-rows.ts'

/** As the sender means them, or the code of the refusal. */
async function read({ bytes, mapping }: Dialect): Promise<object[] | string> {
  async function* body() {
    yield bytes
  }
  const rows: object[] = []
  try {
    for await (const row of readRows(body(), { kind: 'sales-history', mapping })) {
      if (!row.ok) rows.push(row.errors)
      else if (row.value.op === 'upsert') {
        const { id, invoiceDate, customerName, itemName, qtyThousandths, amountCents } = row.value
        rows.push({
          id,
          date: invoiceDate,
          customer: customerName,
          item: itemName,
          thousandths: qtyThousandths,
          cents: amountCents,
        })
      }
    }
  } catch (fault) {
    return (fault as { code: string }).code
  }
  return rows
}

/** With TEST_DRAWS as many with a new seed, which is printed. */
const draws = Number(process.env.TEST_DRAWS ?? 100)
const seed =
  process.env.TEST_DRAWS === undefined
    ? 20_261_128
    : Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_007)

it('a table in any dialect is read as it is meant, or refused by the code that C3 has for it', async () => {
  let decidable = 0
  await fc.assert(
    fc.asyncProperty(dialect, async (drawn) => {
      if (drawn.refused === undefined) decidable += 1
      expect(await read(drawn), drawn.described).toEqual(drawn.refused ?? drawn.sales)
    }),
    { numRuns: draws, seed, endOnFailure: true },
  )
  process.stdout.write(`dialects: ${decidable} of ${draws} can be decided, TEST_SEED=${seed}\n`)
  expect(decidable).toBeGreaterThanOrEqual(draws * 0.7)
}, 600_000)
