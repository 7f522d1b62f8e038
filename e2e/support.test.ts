import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { allowFault } from './support/faults.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let buyer: Person
let service: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Boréal Santé' })
  buyer = await portal.aPerson({ name: 'Marie Roy', tenants: [tenant] })
  service = await portal.aPerson({ name: 'Josée Pelletier', staff: 'customer_service' })
})
afterAll(() => portal?.close())

test.each([1440, 360])(
  'a client writes in French, the staff answer, each sees the other live, and a lost line loses nothing: %d px',
  async (width) => {
    const subject = `Palettes ${width}`
    const attack = `<img src=x onerror="document.title='broken'"> ${width}`
    const client = await aPage(portal, { as: buyer, at: '/orders?lang=fr-CA', width })
    await client.getByRole('link', { name: 'Contacter le soutien' }).press('Enter')
    await client.getByRole('heading', { name: 'Nouvelle conversation' }).waitFor()
    await client.getByLabel('Objet').fill(subject)
    await client.getByRole('button', { name: 'Envoyer' }).press('Enter')
    await client.getByText('Écrivez un message.').waitFor()
    await client.getByLabel('Votre message').fill(attack)
    await axe(client)
    await client.getByRole('button', { name: 'Envoyer' }).press('Enter')
    await client.getByRole('heading', { name: subject }).waitFor()
    await client.getByRole('log').getByText(attack, { exact: true }).waitFor()

    const staff = await aPage(portal, { as: service, at: '/chat?contact=support', width })
    await staff.getByRole('link', { name: subject }).press('Enter')
    await staff.getByRole('log').getByText(attack, { exact: true }).waitFor()
    await client.getByText('Lu', { exact: true }).waitFor()
    await staff.getByText('Internal notes').click()
    await staff.getByLabel('Internal note', { exact: true }).fill('Charge nothing')
    await staff.getByRole('button', { name: 'Add note' }).click()
    await staff.getByRole('listitem').getByText('Charge nothing').waitFor()
    const answer = staff.getByLabel('Your message')
    // It is told every few seconds, and seen for as long.
    await expect
      .poll(
        async () => {
          await answer.pressSequentially('.')
          return client.getByText('L’équipe de soutien écrit…').isVisible()
        },
        { timeout: 30_000, interval: 400 },
      )
      .toBe(true)
    await answer.fill('We stack them lower')
    await answer.press('Enter')
    await staff.getByRole('log').getByText('We stack them lower').waitFor()
    await axe(staff)
    await client.getByRole('log').getByText('We stack them lower').waitFor()
    expect(await client.getByText('Charge nothing').count()).toBe(0)
    await axe(client)

    allowFault(client.context(), /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/)
    await client.context().setOffline(true)
    await client.getByLabel('Votre message').fill('Merci bien')
    await client.getByLabel('Votre message').press('Enter')
    await client.getByText(/^Envoi impossible/).waitFor()
    await client.context().setOffline(false)
    await client.locator('html[data-line=online]').waitFor()
    await client.getByRole('log').getByRole('button', { name: 'Réessayer' }).click()
    await staff.getByRole('log').getByText('Merci bien').waitFor()
    await client.getByText(/^Envoi impossible/).waitFor({ state: 'detached' })
    await expect.poll(() => client.getByRole('log').getByText('Merci bien', { exact: true }).count()).toBe(1)
    await expectFrench(client, [
      ...[subject, attack, 'Boréal Santé', 'Marie Roy', /Josée/, /stack|Merci bien/],
      /^\d|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche/,
    ])
    // What the search over everything finds is searched for among the conversations, not asked of the assistant.
    const finder = await aPage(portal, { as: service, at: `/chat?search=${subject}`, width })
    await finder.getByRole('searchbox', { name: 'Search conversations' }).waitFor()
    await finder.getByRole('link', { name: subject }).waitFor()
    await finder.getByRole('searchbox', { name: 'Search conversations' }).fill('')
    await expect.poll(() => new URL(finder.url()).search).toBe('?contact=support')
    await finder.getByRole('link', { name: subject }).waitFor()
    if (width === 360) {
      await client.getByRole('link', { name: 'Toutes les conversations' }).click()
      await client.getByRole('button', { name: 'Nouvelle conversation' }).waitFor()
    }
    expect(await client.title()).toBe('Clavardage · Lotline')
  },
)
