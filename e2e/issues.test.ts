import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdf } from '../test/support/smallest-pdf.ts'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let buyer: Person
let service: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Boréal Santé' })
  buyer = await portal.aPerson({ tenants: [tenant] })
  service = await portal.aPerson({ staff: 'customer_service' })
})
afterAll(() => portal?.close())

test.each([1440, 360])(
  'a client reports, the staff answer and take it on, each sees the other live: %d px',
  async (width) => {
    const title = `Broken seals ${width}`
    const client = await aPage(portal, { as: buyer, at: '/orders/issues', width })
    await client.getByRole('button', { name: 'Report New Issue' }).click()
    await client.getByLabel('Title').fill(title)
    await client.getByRole('button', { name: 'Report', exact: true }).click()
    await client.getByText('Say what it is in a title and a description.').waitFor()
    await client.getByLabel('What happened?').fill('Twelve of four hundred.')
    await axe(client)
    await client.getByRole('button', { name: 'Report', exact: true }).click()
    await client.getByRole('heading', { name: title }).waitFor()
    await client
      .locator('input[type=file]')
      .setInputFiles({ name: 'seal.pdf', mimeType: 'application/pdf', buffer: pdf(title) })
    await client.getByRole('button', { name: 'Download seal.pdf' }).waitFor()
    await axe(client)

    const staff = await aPage(portal, { as: service, at: new URL(client.url()).pathname, width })
    await staff.getByRole('heading', { name: title }).waitFor()
    await staff.getByLabel('Internal note').fill('The carrier admits it')
    await staff.getByRole('button', { name: 'Add note' }).click()
    await staff.getByRole('listitem').getByText('The carrier admits it').waitFor()
    await staff.getByLabel('Your message').fill('We send new ones')
    await staff.getByRole('button', { name: 'Send', exact: true }).click()
    await staff.getByRole('listitem').getByText('We send new ones').waitFor()
    await staff.getByRole('button', { name: 'Start work' }).click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Start work' }).click()
    await staff.getByText('In Progress', { exact: true }).first().waitFor()
    await axe(staff)

    await client.getByText('We send new ones').waitFor()
    await client.getByText('In Progress', { exact: true }).first().waitFor()
    expect(await client.getByText('The carrier admits it').count()).toBe(0)
    await client.getByRole('button', { name: 'Close Issue' }).click()
    await client.getByRole('dialog').getByRole('button', { name: 'Close Issue' }).click()
    await client.getByText('This issue is closed. Reopen it to add something.').waitFor()
  },
)
