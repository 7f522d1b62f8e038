import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, hiddenOfList, open, settled } from './support/browser.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let buyer: Person
let administrator: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Northern Harbour' })
  buyer = await portal.aPerson({ tenants: [tenant], name: 'Robin Buyer' })
  administrator = await portal.aPerson({ administrator: true, name: 'Alex Admin' })
})
afterAll(() => portal?.close())

test('feedback is given on a phone, thanked for, and looked at by an administrator', async () => {
  const page = await aPage(portal, { as: buyer, at: '/feedback', width: 360 })
  await page.getByRole('heading', { level: 1, name: 'Client feedback' }).waitFor()
  await page.getByText('Northern Harbour', { exact: true }).waitFor()
  await page.getByRole('group', { name: 'Ease of use' }).getByRole('radio', { name: '4 stars' }).check()
  await page.getByLabel('Missing features').fill('Blanket orders')
  await page.getByLabel('What could be improved').fill('The search for what was bought a long time ago')
  await page.getByRole('radio', { name: 'Definitely not', exact: true }).check()
  await page.getByLabel('You may contact me about my feedback').check()
  await axe(page)
  // What was written stays over a reload, until it is sent.
  await page.reload()
  expect(await page.getByLabel('Missing features').inputValue()).toBe('Blanket orders')
  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  await page.getByText('We review it within 2 to 3 business days.').waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Submit Another Feedback' }).click()
  await page.getByLabel('Missing features').waitFor()
  expect(await page.getByLabel('Missing features').inputValue()).toBe('')

  const inbox = await aPage(portal, { as: administrator, at: '/admin/feedback' })
  await inbox
    .getByRole('row', { name: /Robin Buyer/ })
    .getByText('Blanket orders')
    .click()
  const sheet = inbox.getByRole('dialog', { name: 'Robin Buyer' })
  await sheet.getByText('Blanket orders').waitFor()
  await axe(inbox)
  await sheet.getByRole('button', { name: 'Mark as reviewed' }).click()
  await sheet.waitFor({ state: 'detached' })
  await inbox
    .getByRole('row', { name: /Robin Buyer/ })
    .getByText('Reviewed', { exact: true })
    .waitFor()
  await open(inbox, '/admin/feedback?lang=fr-CA')
  await settled(inbox)
  expect(await hiddenOfList(inbox, 'Boîte des commentaires')).toBe(0)
})

test('feedback in French; without a session one signs in first', async () => {
  const page = await aPage(portal, { as: buyer, at: '/feedback', lang: 'fr-CA' })
  await page.getByRole('heading', { level: 1, name: 'Commentaires des clients' }).waitFor()
  await expectFrench(page, ['Northern Harbour', buyer.email])
  const stranger = await aPage(portal)
  await open(stranger, '/feedback')
  await expect.poll(() => new URL(stranger.url()).pathname).toBe('/acces')
})

test('About us, without a session, in both languages, on a phone too', async () => {
  const page = await aPage(portal, { at: '/about-us' })
  await page.getByRole('heading', { level: 1, name: 'About us' }).waitFor()
  await axe(page)
  const docs = page.getByRole('link', { name: 'Technical documentation' })
  expect(await docs.getAttribute('href')).toBe('/api/docs')
  const phone = await aPage(portal, { at: '/about-us', width: 360, lang: 'fr-CA', theme: 'dark' })
  await phone.getByRole('heading', { level: 1, name: 'À propos de nous' }).waitFor()
  await expectFrench(phone, [/^(PostgreSQL|Node\.js|React), /, /^test\//, 'Inter', '8 px'])
  await axe(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the project overview: a phase is commented on by a client and changed by an administrator, on a phone and in French', async () => {
  const page = await aPage(portal, { as: buyer, at: '/project-overview' })
  await page.getByRole('heading', { level: 1, name: 'Project overview' }).waitFor()
  const phase = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Next' }) })
  await phase.getByText('Comments', { exact: true }).click()
  await phase.getByText('No comments yet for this phase.').waitFor()
  const add = phase.getByRole('button', { name: 'Add comment' })
  await phase.getByLabel('Your comment').fill('   ')
  expect(await add.isDisabled()).toBe(true)
  await phase.getByLabel('Your comment').fill('<b>Blanket</b> orders, please')
  await add.click()
  await phase.getByText('<b>Blanket</b> orders, please', { exact: true }).waitFor()
  await phase.getByText('1 comment', { exact: true }).waitFor()
  await axe(page)
  expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(0)

  const desk = await aPage(portal, { as: administrator, at: '/project-overview' })
  await desk.getByRole('button', { name: 'Edit Next' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Edit Next' })
  await dialog.getByLabel('Status').selectOption('in-progress')
  await dialog.getByLabel('Progress in percent').fill('15')
  await axe(desk)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await desk.getByRole('button', { name: 'Add claim' }).click()
  const claim = desk.getByRole('dialog', { name: 'Add claim' })
  await claim.getByLabel('English').fill('Disks are encrypted')
  await claim.getByLabel('Canadian French').fill('Les disques sont chiffrés')
  await claim.getByLabel('Since').fill('2026-01-15')
  await axe(desk)
  await claim.getByRole('button', { name: 'Save' }).click()
  await claim.waitFor({ state: 'detached' })
  await desk.getByText('Confirmed by the operator since Jan 15, 2026').waitFor()
  const phone = await aPage(portal, { as: buyer, at: '/project-overview', width: 360, lang: 'fr-CA' })
  await phone.getByRole('heading', { level: 1, name: 'Aperçu du projet' }).waitFor()
  await phone.getByText('15 %', { exact: true }).waitFor()
  await phone.getByText('Les disques sont chiffrés').waitFor()
  await expectFrench(phone, [
    ...[/^(PostgreSQL|Node\.js|React), /, /^test\//, 'Northern Harbour', 'Robin Buyer'],
  ])
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('a demo is asked for without a session, on a phone and in French, and answered in the inbox', async () => {
  const phone = await aPage(portal, { at: '/about-us', width: 360, lang: 'fr-CA' })
  await phone.getByRole('button', { name: 'Demander une démonstration' }).click()
  const form = phone.getByRole('dialog', { name: 'Demander une démonstration' })
  await form.getByLabel('Nom').fill('Zoé Tremblay')
  await form.getByLabel('Entreprise').fill('Harbour & Sons')
  const send = form.getByRole('button', { name: 'Envoyer la demande' })
  await send.click()
  await form.getByRole('alert').getByText('Saisissez une adresse courriel valide.').waitFor()
  await form.getByLabel('Adresse courriel').fill('zoe@harbour.example')
  await axe(phone)
  await send.click()
  await phone.getByText('Nous avons reçu votre demande et écrirons à zoe@harbour.example.').waitFor()
  await expectFrench(phone, [/^(PostgreSQL|Node\.js|React), /, /^test\//, 'Inter', '8 px'])

  // Who is signed in need not say who they are.
  const page = await aPage(portal, { as: buyer, at: '/project-overview' })
  await page.getByRole('button', { name: 'Request Demo' }).click()
  const known = page.getByRole('dialog', { name: 'Request Demo' })
  await known.getByLabel('Name', { exact: true }).waitFor()
  expect(await known.getByLabel('Name', { exact: true }).inputValue()).toBe('Robin Buyer')
  expect(await known.getByLabel('Company').inputValue()).toBe('Northern Harbour')

  const inbox = await aPage(portal, { as: administrator, at: '/admin/demo-requests' })
  await inbox
    .getByRole('row', { name: /Harbour & Sons/ })
    .getByText('Zoé Tremblay')
    .click()
  const sheet = inbox.getByRole('dialog', { name: 'Zoé Tremblay' })
  await sheet.getByLabel('Status').selectOption('answered')
  await sheet.getByLabel('Note').fill('Called them')
  await axe(inbox)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.waitFor({ state: 'detached' })
  await inbox
    .getByRole('row', { name: /Harbour & Sons/ })
    .getByText('Answered', { exact: true })
    .waitFor()
  await inbox.getByText('1 request, 0 open in total').waitFor()
})

/** The source's tiles and routes, each with the title of its screen. */
const SCREENS: Record<string, string> = {
  '/legal': 'Legal',
  '/finance': 'Financial Overview',
  '/product': 'Product',
  '/orders': 'Orders Management',
  '/product/mfs': 'Material Fact Sheets',
  '/product/documentation': 'Product Documentation',
  '/orders/purchase-orders': 'Purchase Orders',
  '/orders/tracking': 'Order Tracking',
  '/orders/issues': 'Issue Reporting',
  '/chat': 'Chat',
  '/voice-assistant': 'Voice Assistant (beta)',
  '/profile': 'Profile Settings',
  '/settings': 'Settings',
  '/qaqc': 'QA/QC/RA Documentation',
  '/sales': 'Sales History',
  '/current-sales': 'Current Sales',
  '/sales-analytics': 'Sales Analytics',
  '/about-us': 'About us',
  '/feedback': 'Client feedback',
}

test('each of the source’s tiles stands on the dashboard, and each of its routes has a title of its own', async () => {
  const page = await aPage(portal, { as: buyer, at: '/' })
  const tiles = page.getByRole('region', { name: 'Quick Navigation' })
  await tiles.waitFor()
  const links = await tiles.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(links).toEqual(expect.arrayContaining(Object.keys(SCREENS)))
  await page.getByRole('heading', { level: 1, name: 'Welcome back, Robin Buyer' }).waitFor()
  await expect.poll(() => page.title()).toBe('Dashboard · Lotline')
  const titles = new Set([await page.title()])
  for (const [path, title] of Object.entries({ ...SCREENS, '/no-such-page': 'Page Not Found' })) {
    await open(page, path)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe(`${title} · Lotline`)
    titles.add(await page.title())
  }
  // Its sign-in screen is for who has no session.
  const stranger = await aPage(portal, { at: '/acces' })
  await stranger.getByRole('button', { name: 'Log In', exact: true }).waitFor()
  expect(new URL(stranger.url()).pathname).toBe('/acces')
  await expect.poll(() => stranger.title()).toBe('Log In · Lotline')
  titles.add(await stranger.title())
  // The source's 22 routes, and the page for any other.
  expect(titles.size).toBe(Object.keys(SCREENS).length + 3)
})
