import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, beyondTheEdge, open, settled } from './support/browser.ts'
import { enter, focused, pressKeys, write } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let tenant: number
let service: Person
beforeAll(async () => {
  portal = await startPortal()
  tenant = await portal.aTenant({ name: 'Boréal Santé', clientCode: 'BOR' })
  const of = { Primary: 'O-1', 'Client Code': 'BOR' }
  await portal.ingest('products', [
    { 'Item No': 'FG-1', Name: 'Balance 60', Class: 'finished product', Unit: 'UN' },
    { 'Item No': 'BL-2', Name: 'Blend 2', Class: 'blend', Unit: 'KG' },
  ])
  await portal.ingest('orders', [{ ...of, 'Ord No': '30001', 'Client Name': 'Boréal Santé' }])
  await portal.ingest('order-lines', [
    { ...of, 'Line No': 1, 'Item No': 'FG-1', 'Item Name': 'Balance 60', 'Qty Ordered': 6000, Unit: 'UN' },
    { ...of, 'Line No': 2, 'Item No': 'BL-2', 'Item Name': 'Blend 2', 'Qty Ordered': 2.5, Unit: 'KG' },
  ])
  service = await portal.aPerson({ name: 'Josée Pelletier', staff: 'customer_service' })
})
afterAll(() => portal?.close())

const WORDS = {
  en: {
    ...{ ask: 'Your question', cancel: 'Cancel', cancelled: 'Cancelled. Nothing was sent or saved.' },
    ...{ done: 'Confirmed', open: 'Open', draft: 'Draft' },
    cards: [
      {
        ...{ question: 'Reorder 30001', title: 'Purchase order draft', confirm: 'Create draft' },
        effect: ['FG-1', 'Balance 60: 6,000 UN', 'BL-2', 'Blend 2: 2.5 KG'],
      },
      {
        question: 'Two bottles of order 30001 arrived broken',
        ...{ title: 'Issue to report', confirm: 'Report issue' },
        effect: [
          ...['Subject', 'Order 30001: damaged product', 'Type', 'Damaged Product', 'Priority', 'Medium'],
          ...['Order', '30001', 'Description', 'Two bottles of order 30001 arrived broken'],
        ],
      },
      {
        question: 'I want to talk to a person',
        ...{ title: 'Handover to the support team', confirm: 'Start conversation' },
        effect: [
          ...['Subject', 'Two bottles of order 30001 arrived broken'],
          ...['Summary', /– Reorder 30001\n[\s\S]*– I want to talk to a person$/],
          ...['Links', 'Order 30001'],
        ],
      },
    ],
  },
  'fr-CA': {
    ...{ ask: 'Votre question', cancel: 'Annuler', cancelled: 'Annulé. Rien n’a été envoyé ni enregistré.' },
    ...{ done: 'Confirmé', open: 'Ouvrir', draft: 'Brouillon' },
    cards: [
      {
        question: 'Recommander la commande 30001',
        ...{ title: 'Brouillon d’un bon de commande', confirm: 'Créer ce brouillon' },
        effect: ['FG-1', /^Balance 60\s: 6\s000\sUN$/, 'BL-2', /^Blend 2\s: 2,5\sKG$/],
      },
      {
        question: 'Deux bouteilles de la commande 30001 sont arrivées brisées',
        ...{ title: 'Problème à signaler', confirm: 'Signaler le problème' },
        effect: [
          ...['Objet', /^Commande 30001\u00a0: produit endommagé$/, 'Type', 'Produit endommagé'],
          ...['Priorité', 'Moyenne', 'Commande', '30001'],
          ...['Description', 'Deux bouteilles de la commande 30001 sont arrivées brisées'],
        ],
      },
      {
        question: 'Je veux parler à quelqu’un',
        ...{ title: 'Transfert à l’équipe de soutien', confirm: 'Commencer cette conversation' },
        effect: [
          ...['Objet', 'Deux bouteilles de la commande 30001 sont arrivées brisées'],
          ...[
            'Résumé de la conversation',
            /– Recommander la commande 30001\n[\s\S]*– Je veux parler à quelqu’un$/,
          ],
          ...['Liens', 'Commande 30001'],
        ],
      },
    ],
  },
} as const
const VIEWS = [
  [1440, 'en'],
  [360, 'fr-CA'],
] as const

/** What the portal keeps of this person's company. */
const kept = async (page: Page) => {
  const all = ['purchase-orders', 'issues', 'conversations'].map(
    async (kind) => (await (await page.request.get(`/api/v1/${kind}`)).json()).items.length,
  )
  return Promise.all(all)
}
const linesOf = async (page: Page, address: string) => {
  const { purchaseOrder, lines } = await (
    await page.request.get(`/api/v1/purchase-orders/${address.split('/').at(-1)}`)
  ).json()
  const said = lines.map(({ itemNo, quantity }: { itemNo: string; quantity: number }) => [itemNo, quantity])
  return [purchaseOrder.status, said]
}
/** Asked by keyboard; the card says exactly what would be done. */
async function isOffered(page: Page, { question, title, effect }: Card, label: string) {
  await write(page, label, question)
  await pressKeys(page, 'Enter')
  const card = page.getByRole('region', { name: title })
  await card.waitFor()
  expect(await card.locator('dt, dd').allInnerTexts()).toEqual(
    effect.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
  )
  await axe(page)
  return card
}
type Card = (typeof WORDS)['en' | 'fr-CA']['cards'][number]

test.each(VIEWS)(
  'what is offered and declined by keyboard is not done, neither then nor later: %d px, %s',
  async (width, lang) => {
    const words = WORDS[lang]
    const person = await portal.aPerson({ name: 'Marie Roy', tenants: [tenant] })
    const page = await aPage(portal, { as: person, at: '/chat?contact=assistant', width, lang })
    const before = await kept(page)
    for (const one of words.cards) {
      const card = await isOffered(page, one, words.ask)
      await enter(page, 'button', words.cancel)
      await card.getByText(words.cancelled).waitFor()
      // Where one was is gone with its buttons.
      await expect.poll(() => focused(page)).toMatch(/^region /)
      expect(await card.getByRole('button').count()).toBe(0)
    }
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
    if (lang === 'fr-CA')
      await expectFrench(page, [
        ...['Boréal Santé', 'Marie Roy', person.email, '30001', 'FG-1', 'BL-2', /^(Balance 60|Blend 2)/],
        ...[/^\d/, /^Vous · /, /^Assistant virtuel · /, /^– /, /^Commande 30001/],
        ...words.cards.map(({ question }) => question),
      ])
    await open(page, '/chat?contact=assistant', { lang })
    await page.getByText(words.cancelled).nth(2).waitFor()
    for (const { confirm } of words.cards)
      expect(await page.getByRole('button', { name: confirm }).count()).toBe(0)
    expect(await kept(page)).toEqual(before)
  },
)

test.each(VIEWS)(
  'what is confirmed by keyboard stands where it belongs, as it was offered, and staff see of it what is sent: %d px, %s',
  async (width, lang) => {
    const words = WORDS[lang]
    const [draft, issue, person] = words.cards
    const buyer = await portal.aPerson({ name: 'Marie Roy', tenants: [tenant] })
    const page = await aPage(portal, { as: buyer, at: '/chat?contact=assistant', width, lang })
    const staff = await aPage(portal, { as: service, at: '/chat?contact=support', width })
    const confirm = async (one: Card) => {
      const before = await kept(page)
      const card = await isOffered(page, one, words.ask)
      expect(await kept(page)).toEqual(before)
      await enter(page, 'button', one.confirm)
      await card.getByText(words.done).waitFor()
      await expect.poll(() => focused(page)).toMatch(/^region /)
      await axe(page)
      await enter(page, 'link', words.open)
    }
    await confirm(draft)
    await page.waitForURL(/\/orders\/purchase-orders\/\d+$/)
    await page.getByText(words.draft, { exact: true }).first().waitFor()
    await settled(page)
    for (const itemNo of ['FG-1', 'BL-2']) await page.getByText(itemNo).first().waitFor()
    expect(await linesOf(page, new URL(page.url()).pathname)).toEqual([
      'draft',
      [
        ['FG-1', 6000],
        ['BL-2', 2.5],
      ],
    ])
    await axe(page)
    // A draft is one's company's own until it is submitted.
    const address = new URL(page.url()).pathname
    expect((await staff.request.get(`/api/v1${address.replace('/orders', '')}`)).status()).toBe(404)
    await open(page, '/orders/purchase-orders', { lang })
    await page.locator('main').getByText(words.draft, { exact: true }).first().waitFor()

    await open(page, '/chat?contact=assistant', { lang })
    await confirm(issue)
    await page.getByRole('heading', { level: 1, name: /30001/ }).waitFor()
    await page.getByText(issue.question).first().waitFor()
    await axe(page)

    await open(page, '/chat?contact=assistant', { lang })
    await confirm(person)
    const handed = page.getByRole('log').getByText(`– ${person.question}`)
    await handed.waitFor()
    await axe(page)
    // Whoever answers had it open, and finds what was said.
    await staff
      .getByRole('link', { name: new RegExp(`^${issue.question}`) })
      .first()
      .waitFor()
    await enter(staff, 'link', new RegExp(`^${issue.question}`))
    await staff.getByRole('log').getByText(`– ${person.question}`).waitFor()
    await axe(staff)
    expect(await beyondTheEdge(page)).toEqual([])
  },
)
