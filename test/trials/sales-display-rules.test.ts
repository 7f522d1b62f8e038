import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAdministrator } from '../support/actors.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aLine, type TestLine, writeLines } from '../support/sales-lines.ts'
import { readExpected, readRecords } from '../support/trial-sales.ts'

type Row = {
  id: number
  qty_meant: number | null
  customer_shown: string
  product_shown: string
  decision?: string
}
type Shown = { invoiceNo: string; customer: string; product: string; quantity: number }

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

/** Where the file leaves a letter case open, decision D3 settles it. */
const DECIDED: Record<number, string> = { 12: 'Lower case (case not stated)', 17: 'AGH' }

it('shows customers and products of the rules file as the rules say', async () => {
  const rows = (readExpected('rules_mini').rows as Row[]).filter(
    (row) => !row.decision?.startsWith('row rejected'),
  )
  const expected = new Map(rows.map((row) => [String(row.id), row]))
  const lines: TestLine[] = []
  for await (const record of readRecords('imports/rules_mini.csv')) {
    const row = expected.get(record.Id as string)
    if (!row) continue
    lines.push(
      aLine({
        tenantId: 0,
        itemNo: record['Item No'] as string,
        itemName: record['Item Name'] as string,
        clientCode: record['Client Code'] as string,
        customerName: record['Customer Name'] as string,
        invoiceNo: record.Id as string,
        quantity: Math.round(Number(row.qty_meant) * 1000),
      }),
    )
  }
  await portal.owner((tx) => writeLines(tx, lines))
  const { body } = await (await anAdministrator(portal)).get('/api/v1/sales/lines?limit=100')
  const shown = body.items.map(({ invoiceNo, customer, product, quantity }: Shown) => [
    invoiceNo,
    customer,
    product,
    quantity,
  ])
  const wanted = rows.map((row) => [
    String(row.id),
    row.customer_shown,
    DECIDED[row.id] ?? row.product_shown,
    row.qty_meant,
  ])
  expect(shown.sort()).toEqual(wanted.sort())
  expect(shown.length).toBe(19)
})
