import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, open } from './support/browser.ts'
import { pressKeys } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

const MANY = 20_500

let portal: Portal
let buyer: Person
beforeAll(async () => {
  portal = await startPortal()
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  await portal.database(
    `insert into portal.orders (tenant_id, source_id, source_key, ord_no, client_name, ord_stat, montant_total, amount_cents, currency)
     select $1, 1, 'many-' || g, g::text, 'Client ' || g % 9, 'Blend', g || '.50', g * 100 + 50, 'CAD' from generate_series(1, $2::int) g`,
    [own, MANY],
  )
  buyer = await portal.aPerson({ tenants: [own] })
}, 240_000)
afterAll(() => portal?.close())

const hold = (held: boolean) =>
  portal.database(
    `${held ? 'revoke' : 'grant'} execute on function auth.claim_export_job() ${held ? 'from' : 'to'} portal_app`,
  )

describe('a large export', () => {
  test('is made beside the screen, by keyboard, cancelled, begun again, and saved whole', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    await page.getByText('Loaded 20500 orders').or(page.getByText('Loaded 20,500 orders')).first().waitFor()
    await hold(true)
    await page.getByRole('button', { name: 'Export' }).focus()
    await pressKeys(page, 'Enter')
    await page.getByRole('menuitem', { name: 'CSV' }).focus()
    await pressKeys(page, 'Enter')
    const list = page.getByRole('dialog', { name: 'My exports' })
    await list.getByText('Waiting').waitFor()
    await axe(page)
    await list.getByRole('button', { name: 'Cancel' }).click()
    await list.getByText('Cancelled').waitFor()
    await hold(false)
    await list.getByRole('button', { name: 'Try again' }).click()
    await list.getByText(/Ready: 20,500 rows/).waitFor({ timeout: 60_000 })
    await axe(page)
    const saved = page.waitForEvent('download')
    await list.getByRole('button', { name: 'Download' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    expect((await text(await file.createReadStream())).trim().split(/\r?\n/)).toHaveLength(MANY + 1)
    // A second browser has it too.
    const elsewhere = await aPage(portal, {
      as: buyer,
      at: '/orders',
      width: 360,
      theme: 'dark',
      lang: 'fr-CA',
    })
    await elsewhere.getByRole('button', { name: 'Exporter' }).click()
    await elsewhere.getByRole('menuitem', { name: 'Mes exportations' }).click()
    await elsewhere.getByRole('button', { name: 'Télécharger' }).waitFor()
    await axe(elsewhere)
  })

  test('of few orders still comes at once', async () => {
    const page = await aPage(portal, { as: buyer })
    await open(page, '/orders?search=client+3')
    await page.getByText('orders match').first().waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
  })
})
