import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { enter, write } from './support/keyboard.ts'
import { orderRows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.close())

/** A client with three orders of its own and no issue yet. */
async function aClient(code: string): Promise<Person> {
  const tenant = await portal.aTenant({ name: `Client ${code}`, clientCode: code })
  await portal.ingest('orders', orderRows(code, 3))
  return portal.aPerson({ tenants: [tenant] })
}

const WORDS = {
  en: {
    panel: 'Issue Reporting',
    open: ['0 open issues', '1 open issue', '2 open issues'],
    ...{ contact: 'Contact Support', report: 'Report an Issue', send: 'Report', search: 'Search' },
    ...{ title: /^Title/, happened: /^What happened/, order: 'Order number', about: 'Help with order 20002' },
    subject: 'Subject',
  },
  'fr-CA': {
    panel: 'Signalements',
    open: ['0 signalement ouvert', '1 signalement ouvert', '2 signalements ouverts'],
    ...{ contact: 'Contacter le soutien', report: 'Signaler un problème', send: 'Signaler' },
    ...{ search: 'Rechercher', title: /^Titre/, happened: /^Description du problème/ },
    ...{ order: 'Numéro de commande', about: 'Aide pour la commande 20002', subject: 'Objet' },
  },
} as const
type Words = (typeof WORDS)[keyof typeof WORDS]

const cases = [
  { lang: 'en', width: 1440 },
  { lang: 'fr-CA', width: 360 },
] as const

/** What the panel says beside its name. */
const says = (page: Page, { panel }: Words, said: string) =>
  page.getByRole('region', { name: panel, exact: true }).getByText(said, { exact: true }).waitFor()

async function report(page: Page, words: Words, title: string) {
  await enter(page, 'button', words.report)
  await page.getByRole('dialog', { name: words.report }).waitFor()
  await write(page, words.title, title)
  await write(page, words.happened, 'Twelve of four hundred.')
  await enter(page, 'button', words.send)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

test.each(cases)(
  'the panel counts what is open, before and after what is reported from it, by keyboard: $lang at $width px',
  async ({ lang, width }) => {
    const words = WORDS[lang]
    const page = await aPage(portal, {
      as: await aClient(`COUNT-${width}`),
      at: `/orders?lang=${lang}`,
      width,
    })
    for (const [before, title] of [
      [0, 'Broken seals'],
      [1, 'Damp boxes'],
    ] as const) {
      await says(page, words, words.open[before])
      await axe(page)
      await report(page, words, title)
      await open(page, `/orders?lang=${lang}`)
    }
    await says(page, words, words.open[2])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  },
)

test.each(cases)(
  'narrowed to one order, the panel reports and asks about it; to several, about none: $lang at $width px',
  async ({ lang, width }) => {
    const words = WORDS[lang]
    const page = await aPage(portal, { as: await aClient(`ONE-${width}`), at: `/orders?lang=${lang}`, width })
    const panel = page.getByRole('region', { name: words.panel, exact: true })
    const contact = panel.getByRole('link', { name: words.contact })
    expect(await contact.getAttribute('href')).not.toContain('order=')
    await write(page, words.search, '20002')
    await page.keyboard.press('Enter')
    await panel.getByText(words.about).waitFor()
    await axe(page)
    await enter(page, 'button', words.report)
    const form = page.getByRole('dialog', { name: words.report })
    await form.waitFor()
    expect(await form.getByLabel(words.order).inputValue()).toBe('20002')
    await write(page, words.title, 'Damp')
    await write(page, words.happened, 'All of them')
    await enter(page, 'button', words.send)
    await page.getByRole('heading', { level: 1, name: 'Damp' }).waitFor()
    await page.getByRole('link', { name: '20002' }).first().waitFor()

    await open(page, `/orders?search=20002&lang=${lang}`)
    await panel.getByText(words.about).waitFor()
    await enter(page, 'link', words.contact)
    const subject = page.getByLabel(words.subject)
    await subject.waitFor()
    await expect.poll(() => subject.inputValue()).toMatch(/ 20002$/)
    await axe(page)
  },
)

test.each(cases)(
  'where the orders cannot be loaded, the panel still reports and asks: $lang at $width px',
  async ({ lang, width }) => {
    const words = WORDS[lang]
    const page = await aPage(portal, { as: await aClient(`NONE-${width}`), width })
    await page.route('**/api/v1/orders?*', (route) => route.abort())
    expectFault(page.context(), /orders/)
    await page.goto(`/orders?lang=${lang}`)
    const panel = page.getByRole('region', { name: words.panel, exact: true })
    await page.getByRole('alert').first().waitFor()
    await panel.getByRole('link', { name: words.contact }).waitFor()
    await settled(page)
    await axe(page)
    await report(page, words, 'Nothing is shown')
  },
)
