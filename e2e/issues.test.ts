import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdf } from '../test/support/smallest-pdf.ts'
import { axe } from './support/axe.ts'
import { aPage, hiddenOfList, open, settled } from './support/browser.ts'
import { holdCode } from './support/camera.ts'
import { expectFault } from './support/faults.ts'
import { choose, enter, focused, openRow, write } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let buyer: Person
let service: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Boréal Santé', clientCode: 'BOR' })
  buyer = await portal.aPerson({ tenants: [tenant] })
  await portal.aTenant({ name: 'Laurentides', clientCode: 'LAU' })
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
    await client.getByText('Describe what happened.').waitFor()
    await client.getByLabel('What happened?').fill('Twelve of four hundred.')
    // What it shows is sent along; what is no file to be kept is said as it is chosen.
    expectFault(client.context(), /^415 POST \/api\/v1\/draft-files/)
    await client
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles([
        { name: 'pallet.pdf', mimeType: 'application/pdf', buffer: pdf(`${title} pallet`) },
        { name: 'wrong.pdf', mimeType: 'application/pdf', buffer: pdf(`${title} wrong`) },
        { name: 'torn.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf') },
      ])
    await client
      .getByRole('alert')
      .filter({ hasText: /^Couldn’t attach torn\.pdf: / })
      .waitFor()
    await client.getByRole('button', { name: 'Remove wrong.pdf' }).click()
    await client.getByRole('button', { name: 'Remove wrong.pdf' }).waitFor({ state: 'detached' })
    await axe(client)
    await client.getByRole('button', { name: 'Report', exact: true }).click()
    await client.getByRole('heading', { name: title }).waitFor()
    await client.getByRole('button', { name: 'Download pallet.pdf' }).waitFor()
    expect(await client.getByText('wrong.pdf').count()).toBe(0)
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
  await page.getByRole('button', { name: 'Report an Issue: Line 1: Gut Health Blend' }).click()
  const form = page.getByRole('dialog', { name: 'Report an Issue' })
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

test.each([1440, 360])(
  'the lot of a report is chosen among one’s own, scanned or read from a code, by keyboard: %d px',
  async (width) => {
    const lot = (of: string) => ({ 'Lot No': of, 'Item No': 'P-1', State: 'released' })
    await portal.ingest('products', [{ 'Item No': 'P-1', Name: 'Gut Health Blend', Class: 'blend' }])
    await portal.ingest('lots', [lot('L-71'), lot('L-72'), lot('L-73')])
    await portal.ingest(
      'orders',
      [
        ['O-71', 'BOR'],
        ['O-72', 'LAU'],
      ].map(([Primary, code]) => ({ Primary, 'Client Code': code, 'Ord Stat': 'Completed' })),
    )
    const line = (Primary: string, no: number, Lot: string) => ({
      ...{ Primary, 'Line No': no, 'Item No': 'P-1', 'Qty Ordered': 1, Lot },
    })
    await portal.ingest('order-lines', [
      ...[line('O-71', 1, 'L-71'), line('O-71', 2, 'L-73'), line('O-72', 1, 'L-72')],
    ])
    const page = await aPage(portal, { as: buyer, width })
    await holdCode(page, '(01)00810123450015(10)L-73')
    await open(page, '/orders/issues')
    await page.getByRole('button', { name: 'Report New Issue' }).click()
    const form = page.getByRole('dialog', { name: 'Report an Issue' })
    const number = form.getByLabel('Lot number')
    const choices = () =>
      form
        .locator('datalist option')
        .evaluateAll((all) =>
          all.map((option) => `${(option as HTMLOptionElement).value}: ${option.textContent}`),
        )
    await number.fill('L-7')
    await expect
      .poll(choices)
      .toEqual(
        expect.arrayContaining(['L-71: P-1 · Gut Health Blend · Released', expect.stringMatching(/^L-73/)]),
      )
    expect((await choices()).join(' ')).not.toContain('L-72')
    await form.getByRole('button', { name: 'Scan a lot' }).click()
    await expect.poll(() => number.inputValue()).toBe('L-73')
    // What a scanner types, with the Enter behind it, fills this field and sends nothing.
    await number.fill('(01)00810123450015(10)L-71')
    await page.keyboard.press('Enter')
    expect(await number.inputValue()).toBe('L-71')
    await form.getByRole('paragraph').filter({ hasText: 'P-1 · Gut Health Blend · Released' }).waitFor()
    await axe(page)
    await form.getByLabel('Title').fill(`Damp ${width}`)
    await form.getByLabel('What happened?').fill('All of them')
    await form.getByRole('button', { name: 'Report', exact: true }).click()
    await page.getByRole('link', { name: 'L-71', exact: true }).waitFor()

    const administrator = await portal.aPerson({ administrator: true })
    const staff = await aPage(portal, { as: administrator, at: '/orders/issues', width })
    const report = staff.getByRole('dialog', { name: 'Report an Issue' })
    await staff.getByRole('button', { name: 'Report New Issue' }).click()
    await report.getByLabel('Company').selectOption({ label: 'Boréal Santé' })
    await report.getByLabel('Lot number').fill('L-7')
    const ofClient = () =>
      staff
        .locator('datalist option')
        .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value).join(' '))
    await expect.poll(ofClient).toMatch(/^(?!.*L-72).*L-71/)
    await report.getByLabel('Company').selectOption({ label: 'Laurentides' })
    await expect.poll(ofClient).toBe('L-72')
  },
)

test.each([1440, 360])(
  'from its report in French to its resolution by the staff, by keyboard on both sides: %d px',
  async (width) => {
    const title = `Sceaux brisés ${width}`
    const reason = `Envoi de nouvelles bouteilles ${width}`
    const client = await aPage(portal, { as: buyer, at: '/orders/issues?lang=fr-CA', width })
    await enter(client, 'button', 'Signaler un problème')
    await client.getByRole('dialog').waitFor()
    await choose(client, 'Type de problème', 'Produit')
    await choose(client, 'Priorité', 'Élevée')
    await write(client, /^Titre/, title)
    await write(client, /^Description du problème/, 'Douze de quatre cents.')
    await axe(client)
    await enter(client, 'button', 'Signaler')
    await client.getByRole('heading', { name: title }).waitFor()
    await client.getByText('Produit endommagé', { exact: true }).first().waitFor()
    await axe(client)
    await expectFrench(client, [
      ...[title, 'Boréal Santé', 'Test Person', buyer.email, 'Douze de quatre cents.', reason],
      ...[/^\d/, /Test Person/, /Signalement no \d+/],
    ])

    const staff = await aPage(portal, { as: service, at: '/orders/issues', width })
    await openRow(staff, title)
    await staff.getByRole('heading', { name: title }).waitFor()
    await enter(staff, 'button', 'Start work')
    const start = staff.getByRole('dialog', { name: 'Start work' })
    await start.waitFor()
    await enter(staff, 'button', 'Start work')
    await start.waitFor({ state: 'detached' })
    await staff.getByText('In Progress', { exact: true }).first().waitFor()
    await client.getByText('En cours', { exact: true }).first().waitFor()
    await enter(staff, 'button', 'Resolve')
    const dialog = staff.getByRole('dialog')
    await dialog.waitFor()
    await write(staff, 'Reason, or what was done (optional)', reason)
    await axe(staff)
    await enter(staff, 'button', 'Resolve')
    await dialog.waitFor({ state: 'detached' })
    await staff.getByText('Resolved', { exact: true }).first().waitFor()
    await axe(staff)

    await client.getByText('Résolu', { exact: true }).first().waitFor()
    await client.getByText(reason).first().waitFor()
    await axe(client)
    expect(await client.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  },
)

test('the staff see every column of the list in French without scrolling', async () => {
  const client = await aPage(portal, { as: buyer, at: '/orders/issues' })
  await client.getByRole('button', { name: 'Report New Issue' }).click()
  const form = client.getByRole('dialog')
  await form
    .getByLabel('Title')
    .fill('Cartons crushed on the lower layer of the second pallet, and labels in English only')
  await form.getByLabel('What happened?').fill('All of them')
  await form.getByRole('button', { name: 'Report', exact: true }).click()
  const staff = await aPage(portal, { as: service, at: '/orders/issues', lang: 'fr-CA' })
  await staff.getByText('Réponse', { exact: true }).first().waitFor()
  await settled(staff)
  expect(await hiddenOfList(staff, 'Signalements')).toBe(0)
})

test('a report that is left gives the focus back to its button, also the first time', async () => {
  const page = await aPage(portal, { as: buyer, at: '/orders/issues' })
  for (const _ of ['first', 'second']) {
    await enter(page, 'button', 'Report New Issue')
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => focused(page)).not.toBe('button "Report New Issue"')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('button "Report New Issue"')
  }
})
