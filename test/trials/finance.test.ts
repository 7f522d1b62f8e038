import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import { runCommand } from '../support/command-line.ts'
import { counts, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { readExpected } from '../support/trial-sales.ts'

const ORDERS = '../shared/data/orders/gh_ordre_classicmodels.csv'
const PAYMENTS = '../shared/data/orders/payments_classicmodels.csv'
const expected = readExpected('payments')

let portal: TestPortal
const tenants = new Map<string, number>()
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  for (const { customer } of expected.by_client)
    tenants.set(customer, await aTenant(portal, { clientNames: [customer], currency: 'USD' }))
}, 120_000)
afterAll(() => portal?.close())

it('owes what was ordered less what was paid, client by client, however the payments were brought in', async () => {
  const invoices = (parse(fs.readFileSync(ORDERS), { columns: true }) as Record<string, string>[]).map(
    (order) => ({
      'Invoice No': `F${order['Ord No']}`,
      'Invoice Date': '2025-06-01',
      'Client Name': order['Client Name'],
      'Ord No': order['Ord No'],
      'PO No': order['PO No'],
      Total: order['Montant Total'],
    }),
  )
  const send = sender(portal.url, await aKey(portal))
  expect(counts((await send('invoices', invoices)).body)).toEqual({ received: 326, inserted: 326 })
  const mapping = path.join(portal.dataDir, 'payments.json')
  fs.writeFileSync(
    mapping,
    JSON.stringify({
      columns: { 'Check No': 'Payment No', 'Customer Name': 'Client Name', 'Client Code': 'Reference' },
    }),
  )
  const { stdout, stderr } = await runCommand(portal, ['import', 'payments', PAYMENTS, '--mapping', mapping])
  expect(counts(JSON.parse(stdout || stderr))).toEqual({ received: 273, inserted: 273 })

  const overall = (await (await anAdministrator(portal)).get('/api/v1/finance?currency=USD')).body.receivables
  expect([overall.basis, overall.total]).toEqual(['invoices', expected.balance])
  for (const { customer, balance } of expected.by_client.slice(0, 12)) {
    const member = await aMember(portal, tenants.get(customer) as number)
    const { receivables } = (await member.get('/api/v1/finance')).body
    expect([customer, receivables.total], customer).toEqual([customer, balance])
    const ages = [receivables.under30, receivables.under60, receivables.over60]
    expect(ages.reduce((sum, text) => sum + Math.round(Number(text) * 100), 0)).toBe(
      Math.round(Number(balance) * 100),
    )
  }
}, 120_000)
