import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { ledTo, pressKeys } from './support/keyboard.ts'
import { orderRows, rows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let tenant: number
let buyer: Person
beforeAll(async () => {
  portal = await startPortal()
  tenant = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  await portal.ingest('orders', orderRows('NH', 21))
  buyer = await portal.aPerson({ tenants: [tenant] })
}, 240_000)
afterAll(() => portal?.close())

describe('saved views', () => {
  test('hold filters, sort and columns, and are there in a second browser, as its default', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders?group=issues&sort=amount' })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'F No' }).uncheck()
    await pressKeys(page, 'Escape')
    await page.getByRole('button', { name: 'Views' }).focus()
    await pressKeys(page, 'Enter')
    await ledTo(page, 'menuitem', 'Save as a view…')
    await pressKeys(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Save as a view' })
    await dialog.waitFor()
    await axe(page)
    await pressKeys(page, 'Enter')
    await dialog.getByText('Enter a name.').waitFor()
    await page.keyboard.type('Trouble')
    await pressKeys(page, 'Enter')
    await page.getByText('View saved: Trouble').waitFor()
    await page.waitForURL(/view=\d+/)
    await page.getByRole('button', { name: 'Trouble' }).click()
    await page.getByRole('menuitem', { name: 'Make “Trouble” the default' }).click()
    await page.getByText('View updated: Trouble').waitFor()

    const elsewhere = await aPage(portal, { as: buyer, at: '/orders' })
    await elsewhere.waitForURL(/group=issues/)
    await settled(elsewhere)
    expect(elsewhere.url()).toMatch(/sort=amount/)
    await expect.poll(() => rows(elsewhere).count()).toBe(6)
    expect(await elsewhere.getByRole('columnheader', { name: 'F No' }).count()).toBe(0)
    await elsewhere.getByRole('button', { name: 'Trouble' }).click()
    await axe(elsewhere)
    await elsewhere.getByRole('menuitemradio', { name: 'No saved view' }).click()
    await expect.poll(() => rows(elsewhere).count()).toBe(21)
    await elsewhere.getByRole('columnheader', { name: 'F No' }).waitFor()

    // All rows have an address of their own beside a default, for a reload and for figures that are of all of them.
    const all = () => expect.poll(() => rows(elsewhere).count()).toBe(21)
    await elsewhere.reload()
    await all()
    await elsewhere.getByRole('button', { name: 'Views' }).click()
    await elsewhere.getByRole('menuitemradio', { name: /^Trouble/ }).click()
    await elsewhere.waitForURL(/group=issues/)
    await elsewhere.getByRole('button', { name: 'Clear filters' }).click()
    await all()
    await elsewhere.reload()
    await all()
    await open(elsewhere, '/')
    await elsewhere.getByRole('link', { name: /Total Orders/ }).click()
    await elsewhere.waitForURL(/\/orders\?view=none$/)
    await all()
    await open(elsewhere, '/')
    await elsewhere.getByRole('link', { name: 'View All' }).click()
    await all()
    // The screen itself begins with the default.
    await open(elsewhere, '/')
    await elsewhere
      .getByRole('link', { name: /^Orders/ })
      .first()
      .click()
    await elsewhere.waitForURL(/group=issues/)
  })

  test('are left when all that they filter is cleared: a reload brings none of it back', async () => {
    const page = await aPage(portal, {
      as: await portal.aPerson({ tenants: [tenant] }),
      at: '/orders?group=issues',
    })
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save as a view…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Trouble')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/view=\d+/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL(/\/orders$/)
    await page.getByRole('button', { name: 'Views' }).waitFor()
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(21)
    expect(page.url()).toMatch(/\/orders$/)
    // Its name is still the way to it.
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitemradio', { name: 'Trouble' }).click()
    await page.waitForURL(/group=issues/)
    await expect.poll(() => rows(page).count()).toBe(6)
  })

  test('without a line: what was typed is kept, over a reload too, and is sent once when somebody says so', async () => {
    const page = await aPage(portal, { as: await portal.aPerson({ tenants: [tenant] }), at: '/orders' })
    const ask = async () => {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save as a view…' }).click()
      return page.getByRole('textbox', { name: 'Name' })
    }
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && /views/.test(request.url())) sent.push(request.url())
    })
    await (await ask()).fill('On the train')
    expectFault(page.context(), /failed/)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('You’re offline, so nothing was sent or changed.').waitFor()
    await axe(page)
    await page.context().setOffline(false)
    await page.reload()
    await settled(page)
    expect(sent.filter((url) => url.includes('/api/v1/views')).length).toBeLessThanOrEqual(1)
    sent.length = 0

    const name = await ask()
    expect(await name.inputValue()).toBe('On the train')
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick()
    await page.getByText('View saved: On the train').waitFor()
    expect(sent).toHaveLength(1)
    const { items } = await (await page.request.get('/api/v1/views?screen=orders')).json()
    expect(items).toHaveLength(1)
    await page.getByRole('button', { name: 'On the train' }).click()
    await page.getByRole('menuitem', { name: 'Save as a view…' }).click()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('')
  })

  test('are updated, renamed and deleted; a change made elsewhere is not written over', async () => {
    const other = await portal.aPerson({ tenants: [tenant] })
    const page = await aPage(portal, { as: other, at: '/orders?group=active' })
    const menu = async (button: string | RegExp, item: string) => {
      await page.getByRole('button', { name: button }).first().click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await menu('Views', 'Save as a view…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Mine' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('harbour')
    await page.getByRole('button', { name: 'Mine (modified)' }).waitFor()
    await menu('Mine (modified)', 'Update “Mine”')
    await page.getByText('View updated: Mine').waitFor()
    await page.getByRole('button', { name: 'Mine', exact: true }).waitFor()

    const [view] = (await (await page.request.get('/api/v1/views?screen=orders')).json()).items
    expect(view.state.address).toEqual({ group: 'active', search: 'harbour' })
    await page.request.fetch(`/api/v1/views/${view.id}`, {
      method: 'PATCH',
      data: { version: view.version, name: 'Theirs' },
      headers: { origin: portal.url },
    })
    expectFault(page.context(), /views/)
    await menu('Mine', 'Rename “Mine”…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ours')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Your changes weren’t saved and are still here.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ours')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Ours', exact: true }).waitFor()
    await menu('Ours', 'Delete “Ours”…')
    await axe(page)
    await page.getByRole('button', { name: 'Delete view' }).click()
    await page.getByText('View deleted: Ours').waitFor()
    await page.getByRole('button', { name: 'Views' }).waitFor()
    expect(page.url()).not.toContain('view=')
  })

  test.each([
    { width: 360, theme: 'dark', lang: 'fr-CA', at: '/orders' },
    { width: 1440, theme: 'light', lang: 'fr-CA', at: '/sales' },
  ] as const)('fit $width px, $theme, $lang, at $at', async ({ at, ...view }) => {
    const page = await aPage(portal, { as: buyer, at: '/orders', ...view })
    await open(page, at)
    await page.getByRole('button', { name: /^(Vues|Trouble)/ }).click()
    await page.getByRole('menuitem', { name: 'Enregistrer comme vue…' }).click()
    await page.getByRole('dialog', { name: 'Enregistrer comme vue' }).waitFor()
    await axe(page)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wider).toBeLessThanOrEqual(1)
  })
})
