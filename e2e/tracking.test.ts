import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantDay } from '../test/support/plant-day.ts'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { allowFault, expectFault } from './support/faults.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let service: Person
beforeAll(async () => {
  portal = await startPortal()
  service = await portal.aPerson({ staff: 'customer_service' })
})
afterAll(() => portal?.close())

let orders = 0
/** A company with an order of two lines, and who waits for it. */
async function aClient() {
  orders += 1
  const [ordNo, name] = [`SO-70${orders}`, `Client ${orders}`]
  const tenant = await portal.aTenant({ name })
  await portal.database(
    `insert into portal.orders (tenant_id, source_id, source_key, ord_no, po_no, order_date, client_name, currency)
     values ($1, 1, 'primary:' || $2, $2, 'PO-' || $2, current_date - 30, $3, 'CAD')`,
    [tenant, ordNo, name],
  )
  await portal.database(
    `insert into portal.order_lines (tenant_id, source_id, source_key, order_key, line_no, item_no, item_name, qty_ordered, qty_shipped, unit, lot)
     select $1, 1, 'primary:' || $2 || '-' || n, 'primary:' || $2, n::text, 'BC-' || n, 'Capsules ' || n, 10.5, 0, 'KG', 'L-' || n
       from generate_series(1, 2) n`,
    [tenant, ordNo],
  )
  const [order] = await portal.database('select id from portal.orders where tenant_id = $1', [tenant])
  return { tenant, name, ordNo, order: Number(order?.id), buyer: await portal.aPerson({ tenants: [tenant] }) }
}

const WORDS = {
  en: {
    ...{ enter: 'Enter a shipment…', number: 'Tracking Number', carrier: 'Carrier', save: 'Save' },
    ...{ estimate: 'Estimated Delivery', left: 'Shipped on', tell: 'Add event…', note: 'Note' },
    ...{ told: 'Event saved', late: 'Delayed', daysLate: '4 days late', back: 'Remove' },
    ...{ correct: 'Correct…', byStaff: 'Entered by the manufacturer’s staff.', takeBack: 'Remove…' },
    ...{
      what: 'Event',
      exception: 'Exception',
      notFound: 'Shipment removed',
      saved: /^Shipment 1Z.* saved/,
    },
    ...{ theirs: 'Someone else changed this while you were editing.', take: 'Use saved values' },
  },
  'fr-CA': {
    ...{
      enter: 'Saisir une expédition…',
      number: 'Numéro de suivi',
      carrier: 'Transporteur',
      save: 'Enregistrer',
    },
    ...{ estimate: 'Livraison estimée', left: 'Partie le', tell: 'Ajouter un événement…', note: 'Note' },
    ...{ told: 'Événement enregistré', late: 'En retard', daysLate: '4 jours de retard', back: 'Retirer' },
    ...{ correct: 'Corriger…', byStaff: 'Saisie par le personnel du fabricant.', takeBack: 'Retirer…' },
    ...{
      what: 'Événement',
      exception: 'Incident',
      notFound: 'Expédition retirée',
      saved: /^Expédition 1Z.* enregistrée/,
    },
    ...{
      theirs: 'Une autre personne a modifié ceci pendant votre saisie.',
      take: 'Reprendre les valeurs enregistrées',
    },
  },
} as const

test.each([
  [1440, 'en'],
  [360, 'fr-CA'],
] as const)(
  'staff send an order, tell that it is held up, and its people see that it is late: %d px, %s',
  async (width, lang) => {
    const words = WORDS[lang]
    const { order, ordNo, buyer } = await aClient()
    const number = `1Z${ordNo.replace(/\D/g, '')}${width}`
    // From the page of the order, with what it still has to send.
    const page = await aPage(portal, { as: service, at: `/orders/id:${order}`, width, lang })
    await page.getByRole('button', { name: words.enter }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.number, { exact: true }).fill(number)
    await dialog.getByLabel(words.carrier, { exact: true }).fill('UPS')
    await dialog.getByLabel(words.estimate, { exact: true }).fill(plantDay(-4))
    await dialog.getByLabel(words.left, { exact: true }).fill(plantDay(-9))
    expect(await dialog.locator('fieldset input').first().inputValue()).toBe('Capsules 1')
    await axe(page)
    await dialog.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText(words.saved).waitFor()
    // On the page of the order, late.
    await page.getByRole('link', { name: number }).waitFor()
    await page.getByText(words.daysLate).first().waitFor()
    await page.getByRole('link', { name: number }).click()
    await page.getByText(words.byStaff).waitFor()
    await page.getByRole('button', { name: words.tell }).click()
    await dialog.getByLabel(words.what, { exact: true }).selectOption({ label: words.exception })
    await dialog.getByLabel(words.note, { exact: true }).fill('Camion en panne')
    await axe(page)
    await dialog.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText(words.told).waitFor()
    await page.getByText('Camion en panne').waitFor()
    await axe(page)

    // Whoever waits for it sees it on list, detail and order, and can change nothing.
    const theirs = await aPage(portal, { as: buyer, at: '/orders/tracking', width, lang })
    const row = theirs.getByRole(width === 360 ? 'listitem' : 'row').filter({ hasText: number })
    await row.getByText(words.late).first().waitFor()
    await row.getByText(words.daysLate).first().waitFor()
    await theirs.getByText('Camion en panne').waitFor()
    expect(await theirs.getByRole('button', { name: words.correct }).count()).toBe(0)
    expect(await theirs.getByRole('button', { name: words.enter }).count()).toBe(0)
    await axe(theirs)
    await theirs.goto(`/orders/${ordNo}`)
    await theirs.getByRole('link', { name: number }).waitFor()
    await theirs.getByText(words.late).first().waitFor()
    await theirs.context().close()

    // Taken back, it is nowhere: the screen hears of it and looks once more, or is elsewhere already.
    allowFault(page.context(), /404 GET .*tracking\/shipments/)
    await page.getByRole('button', { name: words.takeBack }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.back, exact: true }).click()
    await page.getByText(words.notFound).waitFor()
    const left = await portal.database('select from portal.shipments where tracking_no = $1', [number])
    expect(left).toEqual([])
    await page.context().close()
  },
)

test('what was typed stays beside what somebody else saved meanwhile', async () => {
  const words = WORDS.en
  const { order } = await aClient()
  const page = await aPage(portal, { as: service, at: `/orders/id:${order}`, width: 1440, lang: 'en' })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: words.enter }).click()
  await dialog.getByLabel(words.number, { exact: true }).fill('1Z-STALE')
  await dialog.getByLabel(words.carrier, { exact: true }).fill('UPS')
  await dialog.getByRole('button', { name: words.save, exact: true }).click()
  await page.getByRole('link', { name: '1Z-STALE' }).click()
  await page.getByRole('button', { name: words.correct }).click()
  expectFault(page.context(), /412 PUT/)
  await dialog.getByLabel('Ship To', { exact: true }).fill('Dock 5')
  await portal.database(
    `update portal.shipments set ship_to = 'Dock 7', version = version + 1 where tracking_no = '1Z-STALE'`,
  )
  await dialog.getByRole('button', { name: words.save, exact: true }).click()
  await dialog.getByText(words.theirs).waitFor()
  await dialog.getByText('Dock 7').waitFor()
  expect(await dialog.getByLabel('Ship To', { exact: true }).inputValue()).toBe('Dock 5')
  await axe(page)
  await dialog.getByRole('button', { name: words.save, exact: true }).click()
  // The word that it is kept may still be the one of the first time.
  await expect
    .poll(() =>
      portal.database(`select ship_to, version from portal.shipments where tracking_no = '1Z-STALE'`),
    )
    .toEqual([{ ship_to: 'Dock 5', version: 3 }])
  await page.context().close()
})

const TOGETHER = {
  en: {
    ...{ enter: 'Enter a shipment…', number: 'Tracking Number', carrier: 'Carrier', save: 'Save' },
    ...{ order: 'Other order, line 2', item: 'Item, line 2', correct: 'Correct…' },
  },
  'fr-CA': {
    ...{ enter: 'Saisir une expédition…', number: 'Numéro de suivi', carrier: 'Transporteur' },
    ...{
      save: 'Enregistrer',
      order: 'Autre commande, ligne 2',
      item: 'Article, ligne 2',
      correct: 'Corriger…',
    },
  },
} as const

test.each([
  [1440, 'en'],
  [360, 'fr-CA'],
] as const)('what leaves together for two orders stands on both of them: %d px, %s', async (width, lang) => {
  const words = TOGETHER[lang]
  const { tenant, order, ordNo, buyer } = await aClient()
  const second = `${ordNo}-B`
  await portal.database(
    `insert into portal.orders (tenant_id, source_id, source_key, ord_no, po_no, order_date, client_name, currency)
     values ($1, 1, 'primary:' || $2, $2, 'PO-' || $2, current_date - 20, 'Client', 'CAD')`,
    [tenant, second],
  )
  const number = `1ZTOGETHER${width}`
  const page = await aPage(portal, { as: service, at: `/orders/id:${order}`, width, lang })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: words.enter }).click()
  await dialog.getByLabel(words.number, { exact: true }).fill(number)
  await dialog.getByLabel(words.carrier, { exact: true }).fill('UPS')
  // An order that this client does not have is refused in words; what was typed stays.
  await dialog.getByLabel(words.order, { exact: true }).fill('SO-NOBODY')
  expectFault(page.context(), /^4\d\d POST /)
  await dialog.getByRole('button', { name: words.save, exact: true }).click()
  await dialog.getByRole('alert').getByText('SO-NOBODY').waitFor()
  await axe(page)
  expect(await dialog.getByLabel(words.item, { exact: true }).inputValue()).toBe('Capsules 2')
  await dialog.getByLabel(words.order, { exact: true }).fill(second)
  await dialog.getByRole('button', { name: words.save, exact: true }).click()
  await page.getByRole('link', { name: number }).waitFor()

  // Its client sees it on the pages of both, and in it which line is of which order.
  const theirs = await aPage(portal, { as: buyer, at: `/orders/${ordNo}`, width, lang })
  await theirs.getByRole('link', { name: number }).waitFor()
  await axe(theirs)
  await theirs.goto(`/orders/${second}`)
  await theirs.getByRole('link', { name: number }).click()
  await theirs.getByRole('link', { name: second }).first().waitFor()
  await theirs.getByRole('link', { name: ordNo, exact: true }).first().waitFor()
  await theirs.getByText('Capsules 2').waitFor()
  await axe(theirs)
  // Found by the number of the second order, too.
  await theirs.goto(`/orders/tracking?search=${second}`)
  await theirs
    .getByRole(width === 360 ? 'listitem' : 'row')
    .filter({ hasText: number })
    .first()
    .waitFor()
})
