import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantDay } from '../test/support/plant-day.ts'
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { enter, ledTo, tabTo } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let administrator: Person
let buyer: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Northern Harbour' })
  administrator = await portal.aPerson({ administrator: true })
  buyer = await portal.aPerson({ tenants: [tenant] })
})
afterAll(() => portal?.close())

const WORDS = {
  en: {
    ...{ office: 'Office hours', saturday: 'Saturday', closes: 'Closes at', save: 'Save' },
    ...{ panel: 'Closed days', add: 'Add closed day…', day: 'Day', name: 'Snow' },
    ...{ asked: /^The day becomes a business day again/, cancel: 'Cancel', yes: 'Remove' },
    ...{ remove: /^Remove .+: Snow$/, closed: /^The office is closed today: Snow\./ },
  },
  'fr-CA': {
    ...{ office: 'Heures de bureau', saturday: 'samedi', closes: 'Fermeture', save: 'Enregistrer' },
    ...{ panel: 'Jours de fermeture', add: 'Ajouter un jour de fermeture…', day: 'Jour', name: 'Neige' },
    ...{ asked: /^Il redevient un jour ouvrable/, cancel: 'Annuler', yes: 'Retirer' },
    ...{ remove: /^Retirer le .+\s: Neige$/, closed: /^Le bureau est fermé aujourd’hui\s: Neige\./ },
  },
} as const

test.each([
  { lang: 'en', width: 1440 },
  { lang: 'fr-CA', width: 360 },
] as const)(
  'the office hours are changed and today is closed, by keyboard; who waits for an answer reads it: $lang at $width px',
  async ({ lang, width }) => {
    const words = WORDS[lang]
    const page = await aPage(portal, { as: administrator, at: `/admin/company?lang=${lang}`, width })
    const kept = async () => (await (await page.request.get('/api/v1/admin/company')).json()).officeHours
    const before: number[] = (await kept()).days
    const office = page.getByRole('group', { name: words.office })
    await office.getByLabel(words.closes).fill(width === 360 ? '17:30' : '16:30')
    await tabTo(page, 'checkbox', words.saturday, 'Shift+Tab')
    await page.keyboard.press('Space')
    await axe(page)
    await enter(page, 'button', words.save)
    await expect.poll(kept).toEqual({
      days: before.includes(6) ? before.filter((day) => day !== 6) : [...before, 6],
      ...{ opensAt: '08:30', closesAt: width === 360 ? '17:30' : '16:30' },
    })

    await enter(page, 'button', words.add)
    const form = page.getByRole('dialog', { name: words.add })
    await form.getByLabel(words.day, { exact: true }).fill(plantDay())
    await form.locator('textarea[lang=en]').fill('Snow')
    await form.locator('textarea[lang="fr-CA"]').fill('Neige')
    await axe(page)
    await enter(page, 'button', words.save)
    await form.waitFor({ state: 'detached' })
    const panel = page.getByRole('region', { name: words.panel })
    await panel.getByRole('listitem').filter({ hasText: words.name }).waitFor()
    await axe(page)

    const client = await aPage(portal, { as: buyer, at: `/chat?contact=support&lang=${lang}`, width })
    await client.getByText(words.closed).waitFor()
    await axe(client)

    // Promises depend on it: one is asked, and may leave it as it is.
    await enter(page, 'button', words.remove)
    const asked = page.getByRole('dialog', { name: words.remove })
    await asked.getByText(words.asked).waitFor()
    await axe(page)
    await enter(page, 'button', words.cancel)
    await asked.waitFor({ state: 'detached' })
    await panel.getByRole('listitem').filter({ hasText: words.name }).waitFor()
    await ledTo(page, 'button', words.remove)
    await page.keyboard.press('Enter')
    await asked.waitFor()
    await enter(page, 'button', words.yes)
    await panel.getByRole('listitem').waitFor({ state: 'detached' })
    await open(client, '/chat?contact=support')
    await settled(client)
    expect(await client.getByText(words.closed).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  },
)

test('whoever is back in more than a week is told with the date', async () => {
  const page = await aPage(portal, { as: administrator, at: '/admin/company' })
  for (let ahead = 0; ahead < 9; ahead++) {
    const day = plantDay(ahead)
    const closed = await page.request.put(`/api/v1/admin/closed-days/${day}`, {
      headers: { origin: portal.url },
      data: { names: { en: 'Summer break', 'fr-CA': '', de: '', es: '' } },
    })
    expect(closed.status()).toBe(200)
  }
  const client = await aPage(portal, { as: buyer, at: '/chat?contact=support&lang=en' })
  await client.getByText(/Summer break\. The team is back on \w{3} \d+, \d{4}, 08:30\./).waitFor()
})
