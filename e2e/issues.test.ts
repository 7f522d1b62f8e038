import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdf } from '../test/support/smallest-pdf.ts'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let buyer: Person
let service: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Boréal Santé', clientCode: 'BOR' })
  buyer = await portal.aPerson({ tenants: [tenant] })
  service = await portal.aPerson({ staff: 'customer_service' })
})
afterAll(() => portal?.close())

test.each([1440, 360])(
  'a client reports, the staff answer and take it on, each sees the other live: %d px',
  async (width) => {
    const title = `Broken seals ${width}`
    const client = await aPage(portal, { as: buyer, at: '/orders/issues', width })
    await client.getByRole('button', { name: 'Report New Issue' }).click()
    await client.getByLabel('Title').fill(title)
    await client.getByRole('button', { name: 'Report', exact: true }).click()
    await client.getByText('Say what it is in a title and a description.').waitFor()
    await client.getByLabel('What happened?').fill('Twelve of four hundred.')
    await axe(client)
    await client.getByRole('button', { name: 'Report', exact: true }).click()
    await client.getByRole('heading', { name: title }).waitFor()
    await client
      .locator('input[type=file]')
      .setInputFiles({ name: 'seal.pdf', mimeType: 'application/pdf', buffer: pdf(title) })
    await client.getByRole('button', { name: 'Download seal.pdf' }).waitFor()
    await axe(client)

    const staff = await aPage(portal, { as: service, at: new URL(client.url()).pathname, width })
    await staff.getByRole('heading', { name: title }).waitFor()
    await staff.getByLabel('Internal note').fill('The carrier admits it')
    await staff.getByRole('button', { name: 'Add note' }).click()
    await staff.getByRole('listitem').getByText('The carrier admits it').waitFor()
    await staff.getByLabel('Your message').fill('We send new ones')
    await staff.getByRole('button', { name: 'Send', exact: true }).click()
    await staff.getByRole('listitem').getByText('We send new ones').waitFor()
    await staff.getByRole('button', { name: 'Start work' }).click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Start work' }).click()
    await staff.getByText('In Progress', { exact: true }).first().waitFor()
    await axe(staff)

    await client.getByText('We send new ones').waitFor()
    await client.getByText('In Progress', { exact: true }).first().waitFor()
    expect(await client.getByText('The carrier admits it').count()).toBe(0)
    await client.getByRole('button', { name: 'Close Issue' }).click()
    await client.getByRole('dialog').getByRole('button', { name: 'Close Issue' }).click()
    await client.getByText('This issue is closed. Reopen it to add something.').waitFor()
  },
)

test('a line of an order is reported with what it is, and its accepted replacement is ordered', async () => {
  await portal.ingest('products', [{ 'Item No': 'P-1', Name: 'Gut Health Blend', Class: 'blend' }])
  await portal.ingest('lots', [{ 'Lot No': 'L-7', 'Item No': 'P-1', State: 'released' }])
  const of = { Primary: 'O-1', 'Client Code': 'BOR' }
  await portal.ingest('orders', [
    { ...of, 'Ord No': 'SO-1', 'Client Name': 'Boréal', 'Ord Stat': 'Completed' },
  ])
  await portal.ingest('order-lines', [
    {
      Primary: 'O-1',
      'Line No': 1,
      'Item No': 'P-1',
      'Item Name': 'Gut Health Blend',
      'Qty Ordered': 12,
      Lot: 'L-7',
    },
  ])
  const page = await aPage(portal, { as: buyer, at: '/orders/SO-1' })
  await page.getByRole('button', { name: 'Report an issue: Line 1: Gut Health Blend' }).click()
  const form = page.getByRole('dialog', { name: 'Report an issue' })
  await form.getByLabel('Title').waitFor()
  for (const [label, value] of [
    ['Title', 'Line 1: Gut Health Blend'],
    ['Order number', 'SO-1'],
    ['Item number', 'P-1'],
    ['Lot number', 'L-7'],
  ] as const)
    expect([label, await form.getByLabel(label).inputValue()]).toEqual([label, value])
  await form.getByLabel('What happened?').fill('All seals are broken')
  await form.getByRole('button', { name: 'Report', exact: true }).click()
  await page.getByRole('heading', { name: 'Line 1: Gut Health Blend' }).waitFor()
  const product = page.getByRole('link', { name: 'P-1 · Gut Health Blend' })
  expect(await product.getAttribute('href')).toBe('/product/catalogue?search=P-1')
  await page.getByRole('button', { name: 'Request Replacement' }).click()
  const asked = page.getByRole('dialog')
  await asked.getByRole('button', { name: 'Request Replacement' }).click()
  await asked.waitFor({ state: 'detached' })

  const staff = await aPage(portal, { as: service, at: new URL(page.url()).pathname })
  await staff.getByRole('button', { name: 'Accept replacement' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Accept replacement' }).click()
  await staff.getByText('Replacement accepted', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Order the replacement' }).click()
  await page.getByLabel('PO No').fill('R-1')
  expect(await page.getByLabel('Note').inputValue()).toMatch(/^Replacement for issue #\d+$/)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  const link = page.getByRole('link', { name: /^issue #\d+$/ })
  await link.waitFor()
  await axe(page)
  await staff.getByRole('link', { name: 'R-1' }).waitFor()
  await staff.getByText('ordered the replacement').waitFor()
})
