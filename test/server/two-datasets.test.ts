import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aTenant } from '../support/actors.ts'
import { currentSale, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
})
afterAll(() => portal?.close())

type Line = { year: number; month: number; quantity: number; amount: string; client?: string }
let companies = 0
/** A company whose sales upstream sends as two datasets. */
async function aCompany(history: Line[], current: Line[]): Promise<Actor> {
  companies += 1
  const code = `T${companies}`
  const tenantId = await aTenant(portal, { clientCodes: [code], currency: 'CAD' })
  const send = sender(portal.url, await aKey(portal))
  const dated = ({ year, month }: Line) => ({ Year: year, Month: month })
  for (const [kind, lines] of [
    [
      'sales-history',
      history.map((line, at) =>
        sale(`${code} history ${at}`, {
          ...{ 'Client Code': code, 'Qty Sold': line.quantity, Amount: line.amount },
          ...dated(line),
        }),
      ),
    ],
    [
      'current-sales',
      current.map((line, at) =>
        currentSale(`${code} current ${at}`, {
          ...{ 'Account Number': code, 'Qty Sent': line.quantity, Total: line.amount },
          ...dated(line),
        }),
      ),
    ],
  ] as const) {
    if (lines.length === 0) continue
    const { body, text } = await send(kind, lines)
    expect([body.rejected, body.received], text).toEqual([0, lines.length])
  }
  return aMember(portal, tenantId)
}
const told = async (actor: Actor) => [
  (await actor.get('/api/v1/dashboard')).body.cards.ytdEvolution.otherDataset,
  (await actor.get('/api/v1/sales/current')).body.ytd.otherDataset,
]

const before = { year: 2024, month: 3, quantity: 5, amount: '50.00' }
const now = { year: 2025, month: 3, quantity: 10, amount: '100.00' }
const has = (quantity: number, revenue: string, agrees: boolean) => ({ quantity, revenue, agrees })

it.each([
  ['agree', [before, now], [before, now], [has(10, '100.00', true), has(10, '100.00', true)]],
  [
    'differ this year',
    [now],
    [{ ...now, amount: '90.00' }],
    [has(10, '90.00', false), has(10, '100.00', false)],
  ],
  ['differ the year before', [before, now], [now], [has(10, '100.00', false), has(10, '100.00', false)]],
  [
    'differ in a month that is not compared',
    [now, { ...now, month: 9 }],
    [now],
    [has(10, '100.00', true), has(10, '100.00', true)],
  ],
  ['are one alone', [now], [], [null, null]],
])('two datasets that %s say so on both screens', async (_, history, current, expected) => {
  expect(await told(await aCompany(history, current))).toEqual(expected)
})

it('says nothing of the other dataset where only some rows are asked for', async () => {
  const actor = await aCompany([now], [now])
  for (const query of ['search=gut', 'month=3'])
    expect((await actor.get(`/api/v1/sales/current?${query}`)).body.ytd.otherDataset).toBeNull()
})
