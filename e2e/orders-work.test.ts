import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readXlsx } from '../test/support/xlsx.ts'
import { axe } from './support/axe.ts'
import { aPage, beyondTheEdge, open, settled } from './support/browser.ts'
import { delayRequest } from './support/delay-request.ts'
import { expectFault } from './support/faults.ts'
import { ledTo, pressKeys, tabTo } from './support/keyboard.ts'
import { card, list, numbers, orderRows, rows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { tryAgain } from './support/try-again.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let buyer: Person
let manyBuyer: Person
let administrator: Person
beforeAll(async () => {
  portal = await startPortal()
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  const large = await portal.aTenant({ name: 'Grand Large', clientCode: 'GL' })
  await portal.ingest('orders', [...orderRows('NH', 42), ...orderRows('GL', 520), ...orderRows('??', 3)])
  buyer = await portal.aPerson({ tenants: [own] })
  manyBuyer = await portal.aPerson({ tenants: [large] })
  administrator = await portal.aPerson({ administrator: true })
})
afterAll(() => portal?.close())

const LIST = '**/api/v1/orders?*'
const EXPORT = '**/api/v1/orders/export*'
const exportButton = (page: Page) => page.getByRole('button', { name: /^Export/ })
/** The title of an order that is open. */
const opened = (page: Page) => page.getByRole('heading', { level: 1, name: /^(Order|Commande) / })

/** The server answers with a problem. */
const refuse = (page: Page, address: string, detail: string) =>
  page.route(address, (route) => {
    const problem = { type: 'about:blank', title: 'Not available', detail, status: 500, code: 'internal' }
    return route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { ...problem, traceId: '4f1c9a2b77d01e35' },
    })
  })

async function save(page: Page, choice: string) {
  await exportButton(page).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: choice }).click(),
  ])
  return { name: file.suggestedFilename(), content: await buffer(await file.createReadStream()) }
}

describe('the file', () => {
  test('is what the screen shows, in both formats, also where the table has not loaded all of it', async () => {
    const page = await aPage(portal, { as: manyBuyer, at: '/orders?search=eclair&sort=amount' })
    const { total } = await list(page, '?search=eclair&limit=1')
    expect(total).toBe(174)
    const shown = await numbers(page)
    const csv = await save(page, 'CSV')
    expect(csv.name).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
    const [head, ...lines] = parse(csv.content, { bom: true }) as string[][]
    expect(head?.slice(0, 5)).toEqual(['Primary ID', 'Ord No', 'PO No', 'F No', 'Client'])
    expect(lines).toHaveLength(total)
    expect(lines.slice(0, shown.length).map((line) => line[1])).toEqual(shown)
    expect(new Set(lines.map((line) => line[4]))).toEqual(new Set(['Boutique Éclair']))

    const xlsx = await save(page, 'XLSX')
    expect(xlsx.name).toMatch(/^orders-.*\.xlsx$/)
    const [book] = readXlsx(xlsx.content)
    expect(book?.rows.slice(1).map((row) => [row[1], row[9]])).toEqual(
      lines.map((line) => [line[1], Number(line[9])]),
    )
  })

  test('has French headings and a French name', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders?search=20004', lang: 'fr-CA' })
    await page.getByRole('button', { name: 'Exporter' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^commandes-/)
    const [head, ...lines] = parse(await buffer(await file.createReadStream()), { bom: true }) as string[][]
    expect([head?.[1], lines.length, lines[0]?.[5]]).toEqual(['No de commande', 1, "'=1+1"])
  })

  test('that fails is told, and nothing is saved; the next one comes', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    const saved: string[] = []
    page.on('download', (file) => saved.push(file.suggestedFilename()))
    expectFault(page.context(), /^500 GET \/api\/v1\/orders\/export/)
    await refuse(page, EXPORT, 'The shelf is being moved.')
    await exportButton(page).click()
    await page.getByRole('menuitem', { name: 'XLSX' }).click()
    await page.getByText('Couldn’t create the export. Not available. The shelf is being moved.').waitFor()
    await axe(page)
    expect(saved).toEqual([])
    await page.unroute(EXPORT)
    expect((await save(page, 'XLSX')).content.length).toBeGreaterThan(1000)
  })

  test('can be given up while it comes', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(EXPORT, async (route) => {
      await held
      await route.abort()
    })
    await exportButton(page).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await page.getByRole('button', { name: 'Exporting, 0 kB' }).click()
    await axe(page)
    await page.getByRole('menuitem', { name: 'Cancel export' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
    expect(await page.getByText('Couldn’t create the export.').count()).toBe(0)
    release()
  })
})

describe('the table', () => {
  test('fetches what one scrolls to, in order, each order once', async () => {
    const page = await aPage(portal, { as: manyBuyer, at: '/orders' })
    await page.getByText('200 of 520 rows').waitFor()
    const seen = new Set<string | null | undefined>()
    // Each time on to the last row that is drawn: nothing between is left out.
    const look = () =>
      rows(page).evaluateAll((all) => {
        all.at(-1)?.scrollIntoView({ block: 'start' })
        return all.map((row) => row.querySelectorAll('td')[1]?.textContent)
      })
    await expect
      .poll(
        async () => {
          for (const number of await look()) seen.add(number)
          return seen.size
        },
        { timeout: 30_000, interval: 30 },
      )
      .toBe(520)
    await page.getByText('520 rows', { exact: true }).waitFor()
    // Only what is in sight is drawn.
    expect(await rows(page).count()).toBeLessThan(80)
  })

  test('is there while what long lists need is fetched, and loses no focus to it', async () => {
    const page = await aPage(portal, { as: manyBuyer, at: '/profile' })
    const release = await delayRequest(page, '**/assets/virtual-rows-*.js')
    await open(page, '/orders')
    await page.getByText('200 of 520 rows').waitFor()
    const first = await numbers(page)
    expect(first.length).toBe(50)
    await tabTo(page, 'row', /^GL-/)
    await pressKeys(page, 'ArrowDown', 'ArrowDown')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-index'))
    expect(await focused()).toBe('2')
    release()
    await expect.poll(() => rows(page).count()).not.toBe(50)
    expect(await focused()).toBe('2')
    expect((await numbers(page)).slice(0, 3)).toEqual(first.slice(0, 3))
    await pressKeys(page, 'End')
    await expect.poll(focused).toBe('199')
    await page.getByText('400 of 520 rows').waitFor()
  })

  test('sorts by each heading, both ways, and says so', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    for (const [heading, field] of [
      ['Client', 'clientName'],
      ['Montant Total', 'amount'],
      ['CTS t', 'ctsT'],
      ['PBL', 'pbl'],
    ] as const)
      for (const descending of [false, true]) {
        const column = page.getByRole('columnheader', { name: new RegExp(`^${heading}`) })
        await column.getByRole('button').click()
        const sort = `${descending ? '-' : ''}${field}`
        await page.waitForURL(new RegExp(`[?&]sort=${sort}(&|$)`))
        const { items } = await list(page, `?limit=1000&sort=${sort}`)
        await expect.poll(() => numbers(page)).toEqual(items.map(({ ordNo }: { ordNo: string }) => ordNo))
        expect(await column.getAttribute('aria-sort')).toBe(descending ? 'descending' : 'ascending')
      }
  })

  test('explains BL, CTS and BB on hover and on focus', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    const hint = page.locator('[popover="manual"]:popover-open').filter({ hasText: 'Blending' })
    const heading = page.getByRole('button', { name: 'BL t', exact: true })
    await heading.hover()
    await hint.waitFor()
    await page.mouse.move(0, 0)
    await hint.waitFor({ state: 'hidden' })
    await tabTo(page, 'button', 'BL t')
    await hint.waitFor()
    await pressKeys(page, 'Escape')
    await hint.waitFor({ state: 'hidden' })
  })

  test('says whose an order is to who looks at several companies', async () => {
    const page = await aPage(portal, { as: administrator, at: '/orders?search=20001&sort=tenantName' })
    const companies = await rows(page).evaluateAll((all) =>
      all.map((row) => row.querySelectorAll('td')[0]?.textContent),
    )
    expect(companies).toEqual(['Grand Large', 'Northern Harbour', 'Not assigned'])
    await rows(page).last().click()
    await opened(page).waitFor()
    await page.getByText('Not assigned').first().waitFor()
  })

  test('keeps the columns that one chose', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders?search=20001' })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Promised Date' }).check()
    await page.getByRole('checkbox', { name: 'F No' }).uncheck()
    await pressKeys(page, 'Escape')
    await page.reload()
    await settled(page)
    await page.getByRole('columnheader', { name: 'Promised Date' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'F No' }).count()).toBe(0)
    await expect.poll(() => rows(page).first().innerText()).toContain('Dec 24, 2026')
  })
})

describe('when it fails', () => {
  test('the reason of the server in the place of the table, and everything once it answers', async () => {
    const page = await aPage(portal, { as: buyer })
    expectFault(page.context(), /^500 GET \/api\/v1\/orders/)
    await refuse(page, LIST, 'The orders are being counted.')
    await open(page, '/orders')
    const failed = page.getByRole('alert')
    await failed.getByText('No orders available', { exact: true }).waitFor()
    await failed.getByText('Database error: The orders are being counted.', { exact: true }).waitFor()
    await axe(page)
    await tryAgain(page.getByRole('button', { name: 'Try again' }), LIST)
    await rows(page).first().waitFor()
    expect(await card(page, 'Active').locator('strong').textContent()).not.toBe('0')
  })

  test('an answer that is no list is none', async () => {
    const page = await aPage(portal, { as: buyer })
    await page.route(LIST, (route) => route.fulfill({ json: {} }))
    await open(page, '/orders')
    const failed = page.getByRole('alert')
    await failed.getByText('No orders available', { exact: true }).waitFor()
    await failed.getByText('Failed to load orders', { exact: false }).waitFor()
    await tryAgain(page.getByRole('button', { name: 'Try again' }), LIST)
    await rows(page).first().waitFor()
  })

  test('a refresh: what is there stays, with its time, and the button says that it is busy', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    const before = await numbers(page)
    expectFault(page.context(), /^failed GET \/api\/v1\/orders/)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(LIST, async (route) => {
      await held
      await route.abort('connectionrefused')
    })
    const refresh = page.getByRole('button', { name: 'Refresh Data', exact: true })
    await refresh.click()
    await page.getByRole('button', { name: 'Refreshing', exact: true }).waitFor()
    release()
    await page.getByText('Connection lost').waitFor()
    expect(await numbers(page)).toEqual(before)
    await axe(page)
    await page.unroute(LIST)
    await refresh.click()
    await page.getByText('Connection lost').waitFor({ state: 'hidden' })
  })

  test('a filter that comes late: the old orders stay, dimmed, until the new ones are here', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    const release = await delayRequest(page, LIST)
    await card(page, 'Delivered').click()
    await page
      .getByRole('region', { name: 'Recent Orders' })
      .and(page.locator('[aria-busy="true"]'))
      .waitFor()
    await expect.poll(() => rows(page).count()).toBe(42)
    release()
    await page.getByText('6 orders match').waitFor()
    await expect.poll(() => rows(page).count()).toBe(6)
    // Pressed again, the card lets go.
    await card(page, 'Delivered').click()
    await expect.poll(() => rows(page).count()).toBe(42)
    expect(page.url()).not.toContain('group')
  })
})

describe('by keyboard alone', () => {
  test('find, filter, sort, open, leave and export', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    await tabTo(page, 'button', /^Issues/)
    await pressKeys(page, 'Enter')
    await page.getByText('12 orders match').waitFor()
    await tabTo(page, 'searchbox', 'Search')
    await page.keyboard.type('harbour')
    await page.getByText('4 orders match').waitFor()
    await tabTo(page, 'button', 'Client')
    await pressKeys(page, 'Enter')
    await page.waitForURL(/sort=clientName/)
    await settled(page)
    await tabTo(page, 'row', /^NH-/)
    await pressKeys(page, 'ArrowDown', 'End', 'Home', 'ArrowDown')
    await pressKeys(page, 'Enter')
    await opened(page).waitFor()
    await axe(page)
    await page.goBack()
    await page.getByText('4 orders match').waitFor()
    expect(page.url()).toMatch(/sort=clientName/)
    await tabTo(page, 'button', 'Export')
    await pressKeys(page, 'Enter')
    const download = page.waitForEvent('download')
    await ledTo(page, 'menuitem', /XLSX/)
    await pressKeys(page, 'ArrowDown', 'Enter')
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  })
})

describe('on a phone', () => {
  test('a card opens all that is known of the order; sort and export are there too', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders', width: 360 })
    const cards = page.getByRole('list', { name: 'Recent Orders' }).getByRole('listitem')
    await expect.poll(() => cards.count()).toBe(42)
    expect(await cards.first().innerText()).toMatch(
      /Order 20042[\s\S]*PO-NH-41[\s\S]*Wellness & Co\.[\s\S]*\$1,041\.50/,
    )
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Montant Total, ascending' })
    await page.waitForURL(/sort=amount/)
    await expect.poll(async () => cards.first().innerText()).toContain('TBD')
    await cards.nth(1).getByRole('button').click()
    await opened(page).waitFor()
    await settled(page)
    const facts = await page.locator('main').innerText()
    for (const fact of [
      'NH-1',
      'PO-NH-0',
      'F0',
      'ref 0',
      'Boutique Éclair',
      '$1,000.50',
      'received as $1,000.50',
    ])
      expect(facts).toContain(fact)
    expect(facts).toMatch(/Blending \(BL\)[\s\S]*?green[\s\S]*?✓/)
    expect(facts).toMatch(/Encapsulation \(CTS\)[\s\S]*?–[\s\S]*?waiting/)
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
    await page.goBack()
    await cards.first().waitFor()
    expect((await save(page, 'CSV')).name).toMatch(/\.csv$/)
  })
})

describe('in every look', () => {
  test.each([
    { width: 1440, theme: 'light', lang: 'en' },
    { width: 1024, theme: 'dark', lang: 'fr-CA' },
    { width: 360, theme: 'light', lang: 'fr-CA' },
  ] as const)('with far too much data: $width px, $theme, $lang', async (view) => {
    const name = 'Manufacture internationale de suppléments probiotiques et de vitamines du Nord'
    await portal.ingest('orders', [
      {
        ...orderRows('NH', 1)[0],
        Primary: 'PRIMARY-IDENTIFIER-OF-THE-OTHER-SYSTEM',
        'Ord No': 'ORD-2026-000000000099',
        'Client Name': name,
        'Ord Stat': 'Waiting for the raw material of a supplier overseas',
        'Montant Total': 'US$99,999,999,999,999.99',
        'BL t': 'week 47, by truck',
      },
    ])
    const page = await aPage(portal, { as: buyer, at: '/orders?search=manufacture', ...view })
    expect(await beyondTheEdge(page)).toEqual([])
    await axe(page)
    const row =
      view.width < 700
        ? page.getByRole('listitem').getByRole('button').last()
        : page.locator('tr[data-index]')
    await row.click()
    await opened(page).waitFor()
    await page.getByText(name).first().waitFor()
    await page
      .getByText(/99.999.999.999.999[.,]99/)
      .first()
      .waitFor()
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
  })

  test('in French, whole: the screen, a row, the menu', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders?search=20004', lang: 'fr-CA' })
    const data = [
      /NH/,
      /^F3$/,
      '=1+1',
      'Boutique Éclair',
      'yellow',
      'green',
      'waiting',
      'Northern Harbour',
      'Test Person',
      'TP',
    ]
    await expectFrench(page, data)
    await page.locator('tr[data-index]').first().click()
    await opened(page).waitFor()
    await expectFrench(page, [...data, '$1,003.50', '20004', 'PO-NH-3', /^NH-/])
    await page.goBack()
    await page.getByRole('button', { name: 'Exporter' }).click()
    await page.getByRole('menuitem').first().waitFor()
    await expectFrench(page, data)
  })
})
