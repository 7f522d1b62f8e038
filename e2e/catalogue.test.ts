import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, settled } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { choose, enter, openRow, write } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let buyer: Person
beforeAll(async () => {
  portal = await startPortal()
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH', currency: 'CAD' })
  await portal.ingest('products', [{ 'Item No': 'UP-1', Name: 'Of upstream', Class: 'blend', Unit: 'KG' }])
  await portal.ingest('orders', [
    { Primary: 'P-1', 'Ord No': '30001', 'Client Code': 'NH', 'Client Name': 'Northern Harbour' },
  ])
  await portal.ingest('order-lines', [
    { Primary: 'P-1', 'Line No': 1, 'Item No': 'UP-1', 'Qty Ordered': 100, Unit: 'KG' },
  ])
  buyer = await portal.aPerson({ tenants: [own] })
})
afterAll(() => portal?.close())

const WORDS = {
  en: {
    ...{ new: 'New product', company: 'Company', number: 'Item No', name: 'Name', french: 'Name in French' },
    ...{ class: 'Class', bulk: 'Bulk', unit: 'Unit', minimum: 'Minimum quantity', save: 'Save' },
    ...{ from: 'Weeks, from', to: 'Weeks, to', done: 'Catalogue saved' },
    ...{ taken: 'This item number is already in use', edit: 'Edit product…', prices: 'Prices…' },
    above: 'Enter a number above 0.',
    badTerms: 'Enter the lower number of weeks first.',
    ...{ price: 'Price (CAD)', per: 'For', since: 'Valid from', enter: 'Enter price' },
    ...{ badAmount: '“about 60” isn’t a number.', kept: 'Price saved', weeks: '6 to 8 weeks' },
    ...{ stated: '$61.50 per 1000', category: 'Category' },
  },
  'fr-CA': {
    ...{ new: 'Nouveau produit', company: 'Entreprise', number: 'No d’article', name: 'Nom' },
    ...{ french: 'Nom en français', class: 'Classe', bulk: 'Capsules', unit: 'Unité', save: 'Enregistrer' },
    ...{ minimum: 'Quantité minimale', from: 'Semaines, de', to: 'Semaines, à' },
    ...{ done: 'Catalogue enregistré', taken: 'Ce numéro d’article est pris' },
    ...{ edit: 'Modifier le produit…', prices: 'Prix…' },
    above: 'Saisissez un nombre supérieur à 0.',
    badTerms: 'Le premier nombre de semaines doit être le plus petit.',
    ...{ price: 'Prix (CAD)', per: 'Pour', since: 'Valide à partir du', enter: 'Ajouter le prix' },
    ...{
      badAmount: '«\u00a0about 60\u00a0» n’est pas un nombre.',
      kept: 'Prix enregistré',
      weeks: '6 à 8 semaines',
    },
    ...{ stated: /61,50\s\$ par 1000/, category: 'Catégorie' },
  },
} as const

test.each([
  [1440, 'en'],
  [360, 'fr-CA'],
] as const)(
  'staff enter a product, correct it and price it for a quantity, by keyboard, and its client can order it: %d px, %s',
  async (width, lang) => {
    const words = WORDS[lang]
    const itemNo = `OWN-${width}`
    const service = await portal.aPerson({ staff: 'customer_service' })
    const page = await aPage(portal, { as: service, at: '/product/catalogue', width, lang })
    const dialog = page.getByRole('dialog')

    // A number that upstream has is refused in words, and what was typed stays.
    await enter(page, 'button', words.new)
    await choose(page, words.company, 'Northern')
    await write(page, words.number, 'UP-1')
    await choose(page, words.class, words.bulk)
    await write(page, words.name, 'Magnesium')
    await write(page, words.french, 'Magnésium')
    await write(page, words.category, 'Minerals')
    await write(page, words.unit, 'UN')
    await write(page, words.minimum, '0')
    expectFault(page.context(), /^409 POST /)
    await page.keyboard.press('Enter')
    await dialog.getByText(words.above).waitFor()
    await write(page, words.minimum, lang === 'en' ? '1,000' : '1 000')
    await write(page, words.from, '8')
    await write(page, words.to, '6')
    await page.keyboard.press('Enter')
    await dialog.getByText(words.badTerms).waitFor()
    await write(page, words.from, '6')
    await write(page, words.to, '8')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText(words.taken).waitFor()
    await axe(page)
    await write(page, words.number, itemNo)
    await page.keyboard.press('Enter')
    await page.getByText(words.done).waitFor()
    await dialog.waitFor({ state: 'detached' })

    // Corrected: the number stays what it was.
    await openRow(page, itemNo)
    await enter(page, 'button', words.edit)
    expect(await dialog.getByLabel(words.number, { exact: true }).isDisabled()).toBe(true)
    await write(page, words.french, 'Magnésium marin')
    await axe(page)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })

    // Priced by the thousand.
    await openRow(page, itemNo)
    await enter(page, 'button', words.prices)
    await write(page, words.price, 'about 60')
    await dialog.getByLabel(words.since).fill('2020-01-01')
    await write(page, words.per, '1000')
    await page.keyboard.press('Enter')
    await dialog.getByText(words.badAmount).waitFor()
    await write(page, words.price, lang === 'en' ? '61.5' : '61,5')
    await axe(page)
    await page.keyboard.press('Enter')
    await page.getByText(words.kept).waitFor()
    await dialog.waitFor({ state: 'detached' })

    // So it is in the catalogue of the client, and on its purchase order.
    const theirs = await aPage(portal, { as: buyer, at: '/product/catalogue', width, lang })
    const row = theirs.getByRole(width === 360 ? 'listitem' : 'row').filter({ hasText: itemNo })
    await row.getByText(lang === 'en' ? 'Magnesium' : 'Magnésium marin').waitFor()
    await row.getByText(words.stated).waitFor()
    await row.getByText(words.weeks).waitFor()
    expect(await theirs.getByRole('button', { name: words.new }).count()).toBe(0)
    await settled(theirs)
    await axe(theirs)
  },
)
