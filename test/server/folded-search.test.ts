import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aTenant } from '../support/actors.ts'
import { currentSale, order, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let member: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  const tenant = await aTenant(portal, { clientCodes: ['A'] })
  member = await aMember(portal, tenant)
  const send = sender(portal.url, await aKey(portal))
  const names = { 'Client Code': 'A', 'Customer Name': 'ŒUVRE ÉLAN', 'Item No': 'É-1', 'Item Name': 'ÉCORCE' }
  const current = {
    'Account Number': 'A',
    Customer: 'ŒUVRE ÉLAN',
    Code: 'É-1',
    Prod_Name: 'ÉCORCE',
    SO: 'SÔ-1',
  }
  for (const answer of [
    await send('sales-history', [sale(1, names)]),
    await send('current-sales', [currentSale('1', current)]),
    await send('products', [{ 'Item No': 'É-1', Name: 'ÉCORCE' }]),
    await send('orders', [order('O-1', { 'Client Code': 'A' })]),
    await send('order-lines', [{ Primary: 'O-1', 'Line No': 1, 'Item No': 'É-1' }]),
  ])
    expect([answer.status, answer.body.rejected]).toEqual([200, 0])
})
afterAll(() => portal?.close())

it.each([
  ['sales/history', 'elan'],
  ['sales/history', 'œuvre'],
  ['sales/history', 'ecor'],
  ['sales/current', 'Elan'],
  ['sales/current', 'é-1'],
  ['sales/current', 'so-1'],
])('%s?search=%s finds what upstream writes in capitals with accents', async (screen, search) => {
  const { status, body } = await member.get(`/api/v1/${screen}?search=${encodeURIComponent(search)}`)
  expect([status, body.totals.lines]).toEqual([200, 1])
})

it.each([
  ['products', 'ecor', 'ÉCORCE'],
  ['customers', 'elan', 'ŒUVRE ÉLAN'],
])('so do the names of %s', async (of, search, name) => {
  expect((await member.get(`/api/v1/sales/names?of=${of}&search=${search}`)).body).toEqual({ items: [name] })
})

it('and the search over everything finds the product', async () => {
  const { body } = await member.get('/api/v1/search?q=ecor')
  expect(JSON.stringify(body)).toContain('ÉCORCE')
})
