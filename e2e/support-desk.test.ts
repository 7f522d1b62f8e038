import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdf } from '../test/support/smallest-pdf.ts'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { choose, enter, tabTo, write } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let buyer: Person
let service: Person
let colleague: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Boréal Santé' })
  buyer = await portal.aPerson({ name: 'Marie Roy', tenants: [tenant] })
  service = await portal.aPerson({ name: 'Josée Pelletier', staff: 'customer_service' })
  colleague = await portal.aPerson({ name: 'Luc Gagnon', staff: 'customer_service' })
})
afterAll(() => portal?.close())

/** What is no matter of the journey, over the wire. */
async function opens(page: Page, subject: string, text: string) {
  const answer = await page.request.post('/api/v1/conversations', {
    data: { subject, text, key: randomUUID() },
    headers: { origin: portal.url },
  })
  expect(answer.status()).toBe(200)
}

/** Enter on what has the focus opens the choice of a file, which the test makes. */
async function chooses(page: Page) {
  const opened = page.waitForEvent('filechooser')
  // Whatever is asked of the page now comes after it was told to leave the choice to the test.
  await page.evaluate(() => document.title)
  await page.keyboard.press('Enter')
  return opened
}

test.each([1440, 360])(
  'staff find a conversation by a word in it, take it, attach a file and say that nothing is left, by keyboard; the client reads along in French: %d px',
  async (width) => {
    const subject = `Étiquettes ${width}`
    const word = `aubergine${width}`
    const client = await aPage(portal, { as: buyer, at: '/chat?contact=support&lang=fr-CA', width })
    await opens(client, subject, `La couleur tire sur l’${word}.`)
    await opens(client, `Autre chose ${width}`, 'Sans rapport.')
    await enter(client, 'link', new RegExp(`^${subject}`))
    await client.getByRole('log').getByText(word).waitFor()

    const staff = await aPage(portal, { as: service, at: '/chat?contact=support', width })
    await staff.getByRole('link', { name: `Autre chose ${width}` }).waitFor()
    await write(staff, 'Search conversations', word)
    await staff.getByRole('link', { name: `Autre chose ${width}` }).waitFor({ state: 'detached' })
    await enter(staff, 'link', new RegExp(`^${subject}`))
    await staff.getByRole('log').getByText(word).waitFor()
    await choose(staff, 'Assigned to', 'Josée')
    await expect
      .poll(() =>
        staff
          .getByLabel('Assigned to')
          .evaluate((list) => (list as HTMLSelectElement).selectedOptions[0]?.text),
      )
      .toBe('Josée Pelletier')
    expectFault(staff.context(), /^415 POST .*files/)
    await tabTo(staff, 'button', 'Attach a file')
    const chooser = await chooses(staff)
    await chooser.setFiles({
      name: 'proof.exe',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('MZ'),
    })
    await staff
      .getByRole('alert')
      .getByText(/^Couldn’t send proof\.exe/)
      .waitFor()
    await axe(staff)
    await tabTo(staff, 'button', 'Attach a file', 'Shift+Tab')
    const again = await chooses(staff)
    await again.setFiles({ name: `proof-${width}.pdf`, mimeType: 'application/pdf', buffer: pdf(subject) })
    await staff.getByRole('log').getByText(`proof-${width}.pdf`).waitFor()

    const arrived = client.getByRole('log').getByRole('button', { name: new RegExp(`proof-${width}`) })
    await arrived.waitFor()
    const [download] = await Promise.all([client.waitForEvent('download'), arrived.press('Enter')])
    expect(download.suggestedFilename()).toBe(`proof-${width}.pdf`)
    await axe(client)
    // Who looks after it is the staff's own matter.
    expect(await client.getByText(/Attribuée à|Assigned to/).count()).toBe(0)
    await expectFrench(client, [
      ...[subject, 'Boréal Santé', 'Marie Roy', buyer.email, `Autre chose ${width}`, 'Sans rapport.'],
      ...[/aubergine/, /proof-/, /Josée/, /^\d/, /Étiquettes|Autre chose|Sans rapport/],
      /lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche/,
    ])

    // What is taken is not offered to colleagues, and is among one's own.
    const beside = await aPage(portal, { as: colleague, at: '/chat?contact=support&desk=nobody', width })
    await beside.getByRole('link', { name: `Autre chose ${width}` }).waitFor()
    expect(await beside.getByRole('link', { name: new RegExp(`^${subject}`) }).count()).toBe(0)
    const mine = await aPage(portal, { as: service, at: '/chat?contact=support&desk=mine', width })
    await mine.getByRole('link', { name: new RegExp(`^${subject}`) }).waitFor()
    expect(await mine.getByRole('link', { name: `Autre chose ${width}` }).count()).toBe(0)
    await axe(mine)

    // The client thanks; that needs no answer.
    await client.getByLabel('Votre message').fill(`Merci ${width}`)
    await client.getByLabel('Votre message').press('Enter')
    await staff.getByRole('log').getByText(`Merci ${width}`).waitFor()
    await enter(staff, 'button', 'Mark as answered')
    await staff.getByRole('button', { name: 'Mark as answered' }).waitFor({ state: 'detached' })
    await axe(staff)
  },
)
