import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, beyondTheEdge, open } from './support/browser.ts'
import { choose, enter, focused, pressKeys, tabTo } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

const NBSP = '\u00a0'
let portal: Portal
let service: Person
beforeAll(async () => {
  portal = await startPortal()
  service = await portal.aPerson({ name: 'Josée Pelletier', staff: 'customer_service' })
})
afterAll(() => portal?.close())

test.each([1440, 360])(
  'what one is told of, by which way, when and not when, is chosen in French by keyboard; it holds at once, on another device too: %d px',
  async (width) => {
    const code = `BOR${width}`
    const tenant = await portal.aTenant({ name: 'Boréal Santé', clientCode: code })
    const order = { Primary: code, 'Ord No': '40001', 'Client Code': code, 'Client Name': 'Boréal Santé' }
    await portal.ingest('orders', [{ ...order, 'Ord Stat': 'blend' }])
    const person = await portal.aPerson({ name: 'Marie Roy', tenants: [tenant] })
    const elsewhere = await aPage(portal, { as: person, at: '/settings', width: width === 360 ? 1440 : 360 })
    const page = await aPage(portal, { as: person, at: '/settings', width, lang: 'fr-CA' })
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await box(`Conversations et signalements${NBSP}: Dans le portail`).waitFor()
    await axe(page)
    const unwanted = [`Conversations et signalements${NBSP}: Dans le portail`, `Annonces${NBSP}: Courriel`]
    for (const name of unwanted) {
      expect(await box(name).isChecked()).toBe(true)
      await tabTo(page, 'checkbox', name)
      await pressKeys(page, 'Space')
    }
    await choose(page, 'Fréquence des courriels', 'Résumé quotidien')
    const save = () => enter(page, 'button', 'Enregistrer les préférences')
    const [from, until] = [
      page.getByLabel('De', { exact: true }),
      page.getByLabel('Jusqu’à', { exact: true }),
    ]
    await from.fill('21:00')
    await save()
    await page.getByRole('alert').getByText('Indiquez les deux heures, ou aucune.').waitFor()
    await until.fill('21:00')
    await save()
    await page.getByRole('alert').getByText('Indiquez deux heures différentes.').waitFor()
    await axe(page)
    await until.fill('07:00')
    await save()
    await page.getByText('Préférences de notification enregistrées').waitFor()
    await expect.poll(() => focused(page)).toMatch(/^button "Enregistrer les préférences"/)
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
    await expectFrench(page, ['Boréal Santé', 'Marie Roy', person.email, /^(America|UTC)/])

    // The other device shows it without being asked, and a reload finds it.
    await expect
      .poll(() =>
        elsewhere.getByRole('checkbox', { name: 'Conversations and issues: In the portal' }).isChecked(),
      )
      .toBe(false)
    expect(await elsewhere.getByLabel('Until', { exact: true }).inputValue()).toBe('07:00')
    await open(page, '/settings', { lang: 'fr-CA' })
    for (const name of unwanted) expect(await box(name).isChecked()).toBe(false)
    expect(await box(`Annonces${NBSP}: Navigateur`).isChecked()).toBe(true)
    expect(
      await page.getByLabel('Fréquence des courriels').evaluate((list) => (list as HTMLSelectElement).value),
    ).toBe('daily')

    // Somebody writes, and an order moves: the bell tells of the order alone, a mail of it at eight.
    const staff = await aPage(portal, { as: service, at: '/' })
    const answer = await staff.request.post('/api/v1/conversations', {
      data: { subject: 'Palettes', text: 'Regardez.', key: randomUUID(), tenantId: tenant },
      headers: { origin: portal.url },
    })
    expect(answer.status()).toBe(200)
    await portal.ingest('orders', [{ ...order, 'Ord Stat': 'Completed' }])
    const bell = page.getByRole('button', { name: /^Notifications, à lire.: 1$/ })
    await bell.waitFor({ timeout: 30_000 })
    await bell.press('Enter')
    const told = page.getByRole('dialog', { name: 'Notifications' })
    await told.getByText(/40001/).waitFor()
    expect(await told.getByText('Palettes').count()).toBe(0)
    await axe(page)
    const due = await portal.database(
      `select n.subject, to_char(n.mail_at at time zone coalesce(auth.timezone_of(n.user_id), 'UTC'), 'HH24:MI') as at, n.in_portal, n.in_browser
       from portal.notices n join portal.profiles p using (user_id) where p.email = $1 and n.subject = 'orders'`,
      [person.email],
    )
    expect(due).toEqual([{ subject: 'orders', at: '08:00', in_portal: true, in_browser: true }])
  },
)
