import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import en from '../messages/en.json' with { type: 'json' }
import fr from '../messages/fr-CA.json' with { type: 'json' }
import { pdf } from '../test/support/documents.ts'
import { axe } from './support/axe.ts'
import { aBrowser, aPage, beyondTheEdge, open, settled } from './support/browser.ts'
import { allowFault, expectFault } from './support/faults.ts'
import { focused, pressKeys } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { fill } from './support/sign-in.ts'

let portal: Portal
let own: number
beforeAll(async () => {
  portal = await startPortal()
  own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
}, 240_000)
afterAll(() => portal?.close())

const NEW = '/orders/purchase-orders/new'
const words = { en, 'fr-CA': fr } as const
type Lang = keyof typeof words

const endSession = ({ email }: Person) =>
  portal.database(
    `update auth.sessions set expires_at = now() where user_id = (select user_id from portal.profiles where email = $1)`,
    [email],
  )
/** What the server keeps of what this person typed. */
const kept = async ({ email }: Person): Promise<Record<string, unknown>[]> =>
  (
    (await portal.database(
      `select form, contents from portal.form_drafts d join portal.profiles p using (user_id) where p.email = $1 order by 1`,
      [email],
    )) as { form: string; contents: string }[]
  ).map(({ form, contents }) => ({ form, ...JSON.parse(contents) }))
const saved = (person: Person, note: string) =>
  expect.poll(async () => JSON.stringify(await kept(person))).toContain(note)
const inTab = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
const note = (page: Page, lang: Lang = 'en') =>
  page.getByLabel(words[lang].purchaseOrders.facts.note, { exact: true })
const dialogOf = (page: Page, lang: Lang = 'en') =>
  page.getByRole('dialog', { name: words[lang].session.againTitle })
const aBuyer = () => portal.aPerson({ tenants: [own] })

describe('a session that ends while somebody types (J20)', () => {
  test.each([
    [1440, 'en'],
    [360, 'fr-CA'],
  ] as const)(
    'is signed in again over the page, and what was sent goes on: %d px, %s',
    async (width, lang) => {
      const t = words[lang]
      const buyer = await aBuyer()
      const page = await aPage(portal, { as: buyer, at: NEW, width, lang })
      allowFault(page.context(), /^401 /)
      await note(page, lang).fill('Deliver at the back door')
      // Else the next save of the draft may find the end first.
      await saved(buyer, 'Deliver at the back door')
      await endSession(buyer)
      await page.getByRole('button', { name: t.purchaseOrders.saveDraft }).click()
      const dialog = dialogOf(page, lang)
      await dialog.waitFor()
      await dialog.getByText(`${buyer.email}, Northern Harbour`).waitFor()
      await axe(page)
      expect(await beyondTheEdge(page)).toEqual([])
      // Nothing behind it can be left to, and the field for the password has the focus.
      await expect.poll(() => focused(page)).toContain(t.session.password)
      await page.keyboard.press('Escape')
      await page.keyboard.type('a wrong password')
      await pressKeys(page, 'Enter')
      await dialog.getByRole('alert').waitFor()
      await dialog.getByLabel(t.session.password, { exact: true }).fill(buyer.password)
      await pressKeys(page, 'Enter')
      // It was sent once, before; it goes on by itself.
      await page.getByText(t.purchaseOrders.saved).waitFor()
      const stored = await portal.database(
        'select note from portal.purchase_orders where note = $1 and tenant_id = $2',
        ['Deliver at the back door', own],
      )
      expect(stored).toHaveLength(1)
      await portal.database('delete from portal.purchase_orders where tenant_id = $1', [own])
      await expect.poll(() => kept(buyer)).toEqual([])
    },
  )

  test('waits in every tab, and one sign-in is for all', async () => {
    const buyer = await aBuyer()
    const browser = await aBrowser(portal, { as: buyer })
    allowFault(browser, /^401 /)
    const [one, two] = [await browser.newPage(), await browser.newPage()]
    expectFault(browser, /^412 PUT \/api\/v1\/drafts\//)
    for (const tab of [one, two]) await open(tab, NEW)
    await note(two).fill('typed in the second tab')
    await saved(buyer, 'typed in the second tab')
    await endSession(buyer)
    await note(one).fill('typed in the first one')
    await dialogOf(one).waitFor()
    await two.reload()
    await two.getByRole('button', { name: 'Log In', exact: true }).waitFor()
    await dialogOf(one).getByLabel('Password', { exact: true }).fill(buyer.password)
    await pressKeys(one, 'Enter')
    await dialogOf(one).waitFor({ state: 'detached' })
    // Two were typed; neither is lost without being asked.
    await one.getByText(en.ui.draft.elsewhere).waitFor()
    await axe(one)
    await one.getByRole('button', { name: en.ui.draft.keepMine }).click()
    await saved(buyer, 'typed in the first one')
    expect(await note(one).inputValue()).toBe('typed in the first one')
  })

  test('somebody else at the same tab begins on a clean page', async () => {
    const buyer = await aBuyer()
    const other = await aBuyer()
    const page = await aPage(portal, { as: buyer, at: NEW })
    allowFault(page.context(), /^401 /)
    await note(page).fill('nobody else’s business')
    await endSession(buyer)
    await dialogOf(page).waitFor()
    await dialogOf(page).getByRole('button', { name: en.session.againOther }).click()
    await page.waitForURL(/\/acces/)
    expect(await inTab(page)).not.toContain('business')
    await fill(page, other)
    await settled(page)
    await open(page, NEW)
    expect(await note(page).inputValue()).toBe('')
    expect(await page.content()).not.toContain('business')
    expect(await inTab(page)).not.toContain('business')
  })

  test('loaded anew at the wrong moment, it still has what was typed, for the same person alone', async () => {
    const buyer = await aBuyer()
    const page = await aPage(portal, { as: buyer, at: NEW })
    allowFault(page.context(), /^401 /)
    await endSession(buyer)
    await note(page).fill('not on the server')
    await page.reload()
    await page.waitForURL(/\/acces/)
    await fill(page, buyer)
    await expect.poll(() => note(page).inputValue()).toBe('not on the server')
    await saved(buyer, 'not on the server')
  })
})

describe('a draft (J20)', () => {
  test.each([
    [1440, 'en'],
    [360, 'fr-CA'],
  ] as const)(
    'is there after a reload and another screen, on another device, until it is discarded: %d px, %s',
    async (width, lang) => {
      const t = words[lang].ui.draft
      const buyer = await aBuyer()
      const page = await aPage(portal, { as: buyer, at: NEW, width, lang })
      await note(page, lang).fill('half')
      await page.reload()
      await expect.poll(() => note(page, lang).inputValue()).toBe('half')
      await note(page, lang).fill('half, and more')
      await saved(buyer, 'half, and more')
      expect(await inTab(page)).not.toContain('half')
      await open(page, '/orders/purchase-orders', { lang })
      await open(page, NEW, { lang })
      await page.getByText(t.restored).waitFor()
      expect(await note(page, lang).inputValue()).toBe('half, and more')
      await axe(page)
      expect(await beyondTheEdge(page)).toEqual([])
      const device = await aPage(portal, { as: buyer, at: NEW, width, lang })
      await expect.poll(() => note(device, lang).inputValue()).toBe('half, and more')
      const discard = device.getByRole('button', { name: t.discard, exact: true }).last()
      await discard.press('Enter')
      await expect.poll(() => note(device, lang).inputValue()).toBe('')
      await expect.poll(() => kept(buyer)).toEqual([])
    },
  )

  test('survives sign-out and a switch of company; each company has its own, and the tab forgets', async () => {
    const second = await portal.aTenant({ name: 'Prairie Naturals', clientCode: 'PN' })
    const both = await portal.aPerson({ tenants: [own, second] })
    const page = await aPage(portal, { as: both, at: NEW })
    await note(page).fill('for the harbour')
    await page.getByRole('button', { name: /^Northern Harbour/ }).click()
    await page.getByRole('option', { name: 'Prairie Naturals' }).click()
    await page.getByRole('button', { name: /^Prairie Naturals/ }).waitFor()
    expect(await inTab(page)).not.toContain('harbour')
    await open(page, NEW)
    expect(await note(page).inputValue()).toBe('')
    await note(page).fill('for the prairie')
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.waitForURL(/\/acces/)
    expect(await inTab(page)).not.toContain('prairie')
    await fill(page, both)
    await settled(page)
    await open(page, NEW)
    await expect.poll(() => note(page).inputValue()).toBe('for the harbour')
    expect((await kept(both)).map(({ note }) => note).toSorted()).toEqual([
      'for the harbour',
      'for the prairie',
    ])
  })

  test('of an issue has its photos, and all that is missing is told at once', async () => {
    const buyer = await aBuyer()
    const page = await aPage(portal, { as: buyer, at: '/orders/issues' })
    const report = async () => {
      await page.getByRole('button', { name: 'Report New Issue' }).click()
      await page.getByRole('dialog', { name: 'Report an Issue' }).getByLabel('Title').waitFor()
    }
    await report()
    const form = page.getByRole('dialog', { name: 'Report an Issue' })
    await form.getByRole('button', { name: 'Report', exact: true }).click()
    await form.getByText('2 fields need your attention. They’re highlighted.').waitFor()
    await form.getByText(en.issues.form.noTitle).waitFor()
    await form.getByText(en.issues.form.noDescription).waitFor()
    await expect.poll(() => focused(page)).toContain('Title')
    await axe(page)
    await form.getByLabel('Title').fill('Broken seals')
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'seal.pdf', mimeType: 'application/pdf', buffer: pdf('seal') })
    await form.getByRole('button', { name: /seal\.pdf/ }).waitFor()
    await saved(buyer, 'Broken seals')
    await page.reload()
    await settled(page)
    await report()
    await form.getByRole('button', { name: /seal\.pdf/ }).waitFor()
    await expect.poll(() => form.getByLabel('Title').inputValue()).toBe('Broken seals')
    await form.getByLabel('What happened?').fill('All of them')
    await form.getByRole('button', { name: 'Report', exact: true }).click()
    await page.getByRole('heading', { name: 'Broken seals' }).waitFor()
    await page.getByText('seal.pdf').first().waitFor()
    await expect.poll(() => kept(buyer)).toEqual([])
  })

  test('of a message, of feedback and of the profile', async () => {
    const buyer = await aBuyer()
    const page = await aPage(portal, { as: buyer, at: '/feedback' })
    const [first] = Object.values(en.feedback.texts)
    await page.getByLabel(first as string).fill('the search')
    await saved(buyer, 'the search')
    await page.reload()
    await page.getByText(en.ui.draft.restored).waitFor()
    await expect.poll(() => page.getByLabel(first as string).inputValue()).toBe('the search')
    await page.getByRole('button', { name: en.feedback.submit, exact: true }).click()
    await page.getByText(en.feedback.thanks).waitFor()
    await expect.poll(() => kept(buyer)).toEqual([])

    await open(page, '/chat?compose=true')
    await page.getByLabel(en.chat.form.subject).fill('Palettes')
    await saved(buyer, 'Palettes')
    await page.reload()
    await expect.poll(() => page.getByLabel(en.chat.form.subject).inputValue()).toBe('Palettes')
    await page.getByRole('button', { name: en.chat.send, exact: true }).click()
    await page.getByText(en.chat.form.noText).waitFor()
    await page.getByLabel(en.chat.message, { exact: true }).fill('Two of them')
    await page.getByRole('button', { name: en.chat.send, exact: true }).click()
    await page.getByRole('heading', { name: 'Palettes' }).waitFor()
    await page.getByLabel(en.chat.message, { exact: true }).fill('and one more')
    await saved(buyer, 'and one more')
    await page.reload()
    await expect
      .poll(() => page.getByLabel(en.chat.message, { exact: true }).inputValue())
      .toBe('and one more')
    await pressKeys(page, 'Tab')
    await page.getByRole('button', { name: en.chat.send, exact: true }).click()
    await expect.poll(() => kept(buyer)).toEqual([])

    await open(page, '/profile')
    await page.getByLabel('Department').fill('Purchasing')
    await saved(buyer, 'Purchasing')
    await open(page, '/orders')
    await open(page, '/profile')
    await page.getByText(en.ui.draft.restored).waitFor()
    await page.getByRole('button', { name: en.ui.draft.discard }).click()
    await expect.poll(() => page.getByLabel('Department').inputValue()).toBe('')
    await expect.poll(() => kept(buyer)).toEqual([])
  })
})

test('a session that changes nothing keeps nothing', async () => {
  const administrator = await portal.aPerson({ administrator: true })
  const page = await aPage(portal, { as: administrator, at: '/' })
  const looking = await page.request.post('/api/v1/session/viewing', {
    data: { tenantId: own, role: 'procurement_manager', reason: 'a call from the client' },
    headers: { origin: portal.url, 'x-portal-request': '1' },
  })
  expect(looking.status()).toBe(200)
  await open(page, NEW)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/drafts/') && asked.push(request.method()))
  await note(page).fill('only looked at')
  await page.waitForTimeout(3_000)
  expect([asked, await inTab(page)]).toEqual([[], expect.not.stringContaining('only looked at')])
  expect(await kept(administrator)).toEqual([])
})
