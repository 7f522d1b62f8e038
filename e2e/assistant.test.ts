import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let buyer: Person
let owner: Person
let administrator: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Boréal Santé' })
  buyer = await portal.aPerson({ tenants: [tenant] })
  administrator = await portal.aPerson({ administrator: true })
  owner = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin' })
})
afterAll(() => portal?.close())

test('somebody asks by a quick question and by the keyboard, in English and French, and deletes what was said: 360 px', async () => {
  const page = await aPage(portal, { as: buyer, at: '/chat?contact=assistant', width: 360 })
  await page.getByText('Hello! Ask me about your orders').waitFor()
  await page.getByText('The built-in assistant answers from your own records.').waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'What are your lead times?' }).press('Enter')
  await page.getByText(/bulk capsules 8-12 weeks/).waitFor()
  // Quick questions are for the beginning.
  await page.getByRole('button', { name: 'What are your lead times?' }).waitFor({ state: 'detached' })
  const field = page.getByLabel('Your question')
  await field.fill('Quelles sont les quantités minimales ?')
  await field.press('Enter')
  await page.getByText(/capsules en vrac 150\sunités/).waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
  await axe(page)
  await page.getByRole('button', { name: 'More options' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete conversation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/capsules en vrac/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'What are your lead times?' }).waitFor()
})

test('what is offered is done by a click and not before, and the head of a company turns the assistant off', async () => {
  const page = await aPage(portal, { as: buyer, at: '/chat?contact=assistant' })
  const field = page.getByLabel('Your question')
  await field.fill('Two bottles arrived broken')
  await page.getByRole('button', { name: 'Send' }).click()
  const card = page.getByRole('region', { name: 'Issue to report' })
  await card.getByText('Damaged Product', { exact: true }).waitFor()
  await axe(page)
  await card.getByRole('button', { name: 'Report issue' }).click()
  await card.getByText('Confirmed').waitFor()
  await card.getByRole('link', { name: 'Open' }).click()
  await page.getByRole('heading', { name: 'damaged product' }).waitFor()

  const later = await aPage(portal, { as: buyer, at: '/chat?contact=assistant' })
  const question = later.getByLabel('Your question')
  await question.fill('What are your lead times?')
  await question.press('Enter')
  await later.getByText(/bulk capsules 8-12 weeks/).waitFor()
  await expect.poll(() => question.inputValue()).toBe('')
  await question.fill('I want to talk to a person')
  await question.press('Enter')
  const offered = later.getByRole('region', { name: 'Handover to the support team' })
  await offered.getByRole('button', { name: 'Start conversation' }).click()
  await offered.getByText('Confirmed').waitFor()
  await offered.getByRole('link', { name: 'Open' }).click()
  // What was said and where it stands; from here on people answer.
  const handed = later.getByRole('listitem').filter({ hasText: 'Handed over by the assistant' })
  await handed.getByText(/– What are your lead times\?/).waitFor()
  await handed.getByRole('link', { name: 'Catalogue' }).waitFor()

  const head = await aPage(portal, { as: owner, at: '/chat?contact=assistant' })
  await head.getByRole('button', { name: 'More options' }).click()
  await head.getByRole('menuitem', { name: 'Assistant provider' }).click()
  await head.getByLabel('Your company’s questions are answered by').selectOption('off')
  await axe(head)
  await head.getByRole('button', { name: 'Save' }).click()
  await head.getByText('Your company has turned the assistant off.').first().waitFor()
  await expect.poll(() => head.getByLabel('Your question').isDisabled()).toBe(true)
})

test.each([1440, 360])(
  'what is usual for a class is changed beside the catalogue, and the assistant says it at once: %d px',
  async (width) => {
    const planner = `Planning ${width}`
    const colleague = await portal.aPerson({ tenants: [await portal.aTenant()] })
    const head = await aPage(portal, { as: administrator, at: '/product/catalogue', width })
    await head.getByRole('button', { name: 'Default terms' }).press('Enter')
    const terms = head.getByRole('dialog', { name: 'Default terms by class' })
    await terms.getByText('12 to 16 weeks').waitFor()
    await axe(head)
    await terms.getByText('Bulk capsules', { exact: true }).click()
    const form = head.getByRole('dialog', { name: 'Bulk capsules' })
    await form.getByLabel('Weeks, from').fill('99')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Enter the lower number of weeks first.').waitFor()
    await form.getByLabel('Weeks, from').fill('9')
    await form.getByLabel('Weeks, to').fill('11')
    await form.getByLabel('Owner').fill(planner)
    await form.getByLabel('Stated on').fill('2025-06-01')
    await axe(head)
    await form.getByRole('button', { name: 'Save' }).click()
    await terms.getByText('9 to 11 weeks').waitFor()
    await terms.getByText(`${planner} · Jun 1, 2025`).waitFor()

    const page = await aPage(portal, { as: buyer, at: '/product/catalogue?lang=fr-CA', width })
    await page.getByRole('button', { name: 'Conditions habituelles' }).click()
    await page.getByRole('dialog').getByText('9 à 11 semaines').waitFor()
    expect(await page.getByRole('button', { name: /Modifier/ }).count()).toBe(0)
    await axe(page)
    const asks = await aPage(portal, { as: colleague, at: '/chat?contact=assistant', width })
    await asks.getByRole('button', { name: 'What are your lead times?' }).click()
    await asks.getByText(`bulk capsules 9-11 weeks. (Stated by ${planner}, Jun 1, 2025.)`).first().waitFor()
  },
)
