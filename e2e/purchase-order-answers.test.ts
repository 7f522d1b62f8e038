import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, settled } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let buyer: Person
let colleague: Person
let service: Person

beforeAll(async () => {
  portal = await startPortal()
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  await portal.ingest('products', [
    { 'Item No': 'BL-1', Name: 'Blend', 'Name FR': 'Mélange', Class: 'blend', Unit: 'KG' },
    { 'Item No': 'BC-1', Name: 'Capsules', 'Name FR': 'Gélules', Unit: 'UN' },
  ])
  await portal.ingest('orders', [
    { Primary: 'P-1', 'Ord No': '30001', 'Client Code': 'NH', 'Client Name': 'Northern Harbour' },
  ])
  await portal.ingest('order-lines', [
    { Primary: 'P-1', 'Line No': 1, 'Item No': 'BL-1', 'Qty Ordered': 100, Unit: 'KG' },
    { Primary: 'P-1', 'Line No': 2, 'Item No': 'BC-1', 'Qty Ordered': 1000, Unit: 'UN' },
  ])
  await portal.ingest('price-list', [
    { 'Client Code': 'NH', 'Item No': 'BL-1', 'Unit Price': '12.3456', 'Valid From': '2020-01-01' },
  ])
  buyer = await portal.aPerson({ tenants: [own] })
  colleague = await portal.aPerson({ tenants: [own] })
  service = await portal.aPerson({ staff: 'customer_service' })
}, 240_000)
afterAll(() => portal?.close())

test('an open price is proposed and agreed, in French on a phone, begun by keyboard alone', async () => {
  const phone = await aPage(portal, {
    ...{ as: buyer, at: '/orders/purchase-orders/new', width: 360, lang: 'fr-CA' },
  })
  await phone.getByRole('heading', { level: 1, name: 'Nouveau bon de commande' }).waitFor()
  await phone.getByLabel('No de BC').focus()
  await phone.keyboard.type('NH-78')
  await phone.getByLabel('No d’article', { exact: true }).focus()
  await phone.keyboard.type('BC-1')
  await phone.keyboard.press('Tab')
  await phone.keyboard.type('250000')
  await phone.keyboard.press('Enter')
  await phone.getByText('Prix à la confirmation').first().waitFor()
  await settled(phone)
  await axe(phone)
  await phone.getByRole('button', { name: 'Soumettre' }).focus()
  await phone.keyboard.press('Enter')
  await phone.getByRole('heading', { level: 1, name: 'Bon de commande NH-78' }).waitFor()

  const desk = await aPage(portal, { as: service, at: '/orders/purchase-orders' })
  await desk.getByRole('row').filter({ hasText: 'NH-78' }).getByText('Waiting for your answer').waitFor()
  await desk.getByText('NH-78').first().click()
  await desk.getByRole('button', { name: 'Counter-propose' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Counter-propose' })
  await dialog.getByLabel('Price of BC-1 (CAD)').fill('58.25')
  await dialog.getByLabel('Price per quantity of BC-1 UN').fill('1000')
  await axe(desk)
  await dialog.getByRole('button', { name: 'Counter-propose' }).click()
  await desk.getByRole('region', { name: 'Counter-proposal from the manufacturer' }).waitFor()
  await desk.getByText('Price on confirmation → $58.25 per 1,000 UN').waitFor()
  await desk.getByText('Waiting for the company’s answer').first().waitFor()
  await settled(desk)
  await axe(desk)

  await phone.getByText(/Prix à la confirmation → 58,25\s\$ pour 1\s000 UN/).waitFor()
  await phone.getByText('En attente de votre réponse').first().waitFor()
  await settled(phone)
  await axe(phone)
  await phone.getByRole('button', { name: 'Accepter la proposition' }).click()
  await phone
    .getByRole('dialog', { name: 'Accepter la proposition' })
    .getByRole('button', { name: 'Accepter la proposition' })
    .click()
  await phone.getByText(/Total\s: 14\s562,50\s\$/).waitFor()
  await settled(phone)
  await axe(phone)
  await desk.getByRole('cell', { name: '$14,562.50' }).waitFor()
})

test('a counter-proposal is corrected, answers are undone, and an acceptance is told when its time is over', async () => {
  const mine = await aPage(portal, { as: buyer, at: '/orders/purchase-orders/new' })
  await mine.getByLabel('PO No').fill('NH-80')
  // The code and the minimum: as one types it, over two lines.
  for (const quantity of ['60', '50']) {
    await mine.getByLabel('Item No', { exact: true }).fill(' bl-1 ')
    await mine.getByLabel('Quantity', { exact: true }).fill(quantity)
    await mine.keyboard.press('Enter')
  }
  await mine.getByLabel('Item No', { exact: true }).fill('BC-1')
  await mine.getByLabel('Quantity', { exact: true }).fill('2.5')
  await mine.keyboard.press('Enter')
  await mine.getByText('“2.5” isn’t a whole number. Enter a number such as 12.').waitFor()
  await axe(mine)
  await mine.getByRole('button', { name: 'Remove line 3' }).click()
  await mine.getByRole('button', { name: 'Submit' }).click()
  await mine.getByRole('heading', { level: 1, name: 'PO NH-80' }).waitFor()
  await mine.getByText('In review').waitFor()

  const desk = await aPage(portal, { as: service, at: new URL(mine.url()).pathname })
  const counter = async (button: string, quantity: string, total: string) => {
    await desk.getByRole('button', { name: button }).click()
    const dialog = desk.getByRole('dialog', { name: button })
    await dialog.getByLabel('Quantity of BL-1 KG').first().fill(quantity)
    // Follows what is typed, before anything is sent.
    await dialog.getByText(`Total: $1,358.02 → ${total}`).waitFor()
    await dialog.getByRole('button', { name: button }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await counter('Counter-propose', '90', '$1,728.38')
  await mine.getByText('Total: $1,358.02 → $1,728.38').waitFor()
  await counter('Correct counter-proposal', '80', '$1,604.93')
  await mine.getByText('Total: $1,358.02 → $1,604.93').waitFor()
  await settled(mine)
  await axe(mine)
  // Within ten minutes it is undone with one click, by the keyboard too.
  await desk.getByText('Answer sent').waitFor()
  await axe(desk)
  await desk.getByRole('button', { name: 'Undo' }).focus()
  await desk.keyboard.press('Enter')
  await mine
    .getByRole('region', { name: 'Counter-proposal from the manufacturer' })
    .waitFor({ state: 'detached' })

  await desk.getByRole('button', { name: 'Accept' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Accept' })
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await dialog.getByText('Enter the date when everything will be ready.').waitFor()
  const nextYear = new Date().getFullYear() + 1
  await dialog.getByLabel('Promised date').fill(`${nextYear}-03-01`)
  await axe(desk)
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await desk.getByText(/The company is notified at .*; until then, it sees “In review”/).waitFor()
  await settled(desk)
  await axe(desk)
  await mine.reload()
  await mine.getByText('In review').waitFor()
  expect(await mine.getByText('Approved', { exact: true }).count()).toBe(0)
  await portal.database(
    `update portal.purchase_orders set answered_at = answered_at - interval '11 minutes' where acceptance is not null`,
  )
  // Both screens hear of it by themselves.
  await mine.getByText('Approved', { exact: true }).first().waitFor()
  await mine.getByText(`Mar 1, ${nextYear}`).first().waitFor()
  await desk.getByText('The company is notified at').waitFor({ state: 'detached' })
  await mine.goto('/orders')
  await mine.getByText('Being entered').first().waitFor()
  await settled(mine)
  await axe(mine)
})

test('what is typed into a draft while another person saves and submits it is kept, and goes on elsewhere', async () => {
  const mine = await aPage(portal, { as: buyer, at: '/orders/purchase-orders/new' })
  await mine.getByLabel('PO No').fill('NH-79')
  await mine.getByLabel('Item No', { exact: true }).fill('BL-1')
  await mine.getByLabel('Quantity', { exact: true }).fill('150')
  await mine.keyboard.press('Enter')
  await mine.getByText('Total: $1,851.84').waitFor()
  await mine.getByRole('button', { name: 'Save draft' }).click()
  await mine.getByRole('heading', { level: 1, name: 'PO NH-79' }).waitFor()
  const at = `${new URL(mine.url()).pathname}/edit`
  await mine.goto(at)
  const theirs = await aPage(portal, { as: colleague, at })

  // Two save: the second is told, keeps what was typed, and saves it all the same.
  await mine.getByLabel('Quantity of line 1').fill('170')
  await theirs.getByLabel('Note').fill('By the colleague')
  await theirs.getByRole('button', { name: 'Save draft' }).click()
  await theirs.getByRole('heading', { level: 1, name: 'PO NH-79' }).waitFor()
  expectFault(mine.context(), /^412 PUT /)
  await mine.getByRole('button', { name: 'Save draft' }).click()
  await mine.getByText('Save again to keep your changes, or load the saved version.').waitFor()
  expect(await mine.getByLabel('Quantity of line 1').inputValue()).toBe('170')
  await axe(mine)

  // Then the other one submits it.
  await theirs.getByRole('button', { name: 'Submit' }).click()
  await theirs.getByRole('dialog', { name: 'Submit' }).getByRole('button', { name: 'Submit' }).click()
  await theirs.getByText('With the manufacturer').waitFor()
  const kept = mine.getByRole('region', { name: 'Your entries are kept' })
  await kept.getByText('BL-1 × 170').waitFor()
  await settled(mine)
  await axe(mine)
  await kept.getByRole('button', { name: 'Use in a new draft' }).click()
  await mine.getByRole('heading', { level: 1, name: 'New Purchase Order' }).waitFor()
  await expect.poll(() => mine.getByLabel('Quantity of line 1').inputValue()).toBe('170')
  expect(await mine.getByLabel('PO No').inputValue()).toBe('NH-79')
})

test('staff enter a price of a client, by the thousand, and it is in the catalogue of the client', async () => {
  const desk = await aPage(portal, { as: service, at: '/product/catalogue' })
  await desk.getByText('BC-1').first().click()
  await desk.getByRole('button', { name: 'Prices…' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Capsules: prices' })
  await dialog.getByLabel('Price (CAD)').fill('61.5')
  await dialog.getByLabel('For', { exact: true }).fill('1000')
  await dialog.getByLabel('Valid from').fill('2020-01-01')
  await axe(desk)
  await dialog.getByRole('button', { name: 'Enter price' }).click()
  await dialog.waitFor({ state: 'detached' })
  await desk.getByText('$61.50 per 1000').waitFor()
  await desk.getByText('BC-1').first().click()
  await desk.getByRole('button', { name: 'Prices…' }).click()
  await dialog.getByText('in effect').waitFor()
  await axe(desk)
  const phone = await aPage(portal, { as: buyer, at: '/product/catalogue', width: 360, lang: 'fr-CA' })
  await phone.getByText(/61,50\s\$ par 1000/).waitFor()
  await settled(phone)
  await axe(phone)
})
