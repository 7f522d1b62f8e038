import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdf } from '../test/support/smallest-pdf.ts'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let quality: Person
beforeAll(async () => {
  portal = await startPortal()
  quality = await portal.aPerson({ staff: 'quality' })
})
afterAll(() => portal?.close())

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

test.each([1440, 360])(
  'many files are uploaded, also over a line that breaks, released and withdrawn: %d px',
  async (width) => {
    const page = await aPage(portal, { as: quality, at: '/admin/documents/upload', width })
    // Two thirds of the large one arrive, then the line is cut once.
    const large = pdf(`large ${width}`, 3_000_000)
    expectFault(page.context(), /^failed PUT .*uploads.*ERR_FAILED/)
    let pieces = 0
    await page.route('**/uploads/*', async (route) => {
      const request = route.request()
      if (request.method() !== 'PUT' || ++pieces > 1) return route.continue()
      const response = await route.fetch({ postData: request.postDataBuffer()?.subarray(0, 2_000_000) ?? '' })
      expect(await response.json()).toEqual({ received: 2_000_000 })
      return route.abort()
    })
    await page
      .getByLabel('Choose files…')
      .setInputFiles([
        file(`SOP-${width} Cleaning EN.pdf`, large),
        file(`Kosher certificate ${width} 2025-03-01.pdf`, pdf(`small ${width}`)),
        file(`copy ${width}.exe`, Buffer.from('MZ')),
      ])
    const files = page.getByRole('list', { name: 'Files' })
    await files.getByText('Ready', { exact: true }).nth(1).waitFor()
    await files.getByText(`Procedure · QA · SOP-${width} · English`).waitFor()
    await files.getByText('This kind of file is not accepted').waitFor()
    await axe(page)
    await page.getByRole('button', { name: 'Upload 2 files' }).click()
    await page.getByText('2 of 3 files uploaded').waitFor()
    // The first went off at its break, the second began behind what had arrived.
    expect(pieces).toBe(2)

    await files.getByRole('link', { name: 'Open: Cleaning' }).click()
    await page.getByRole('heading', { name: 'Cleaning' }).waitFor()
    await page.getByText('Uploaded', { exact: true }).last().waitFor()
    await axe(page)
    await page.getByRole('button', { name: 'Release version 1…' }).click()
    await page.getByRole('button', { name: 'Release', exact: true }).click()
    await page.getByText('Available', { exact: true }).first().waitFor()
    await page.getByText('Version 1 released', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit…' }).click()
    await page.getByLabel('Title').fill(`Cleaning of mixers ${width}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: `Cleaning of mixers ${width}` }).waitFor()
    await page.getByRole('button', { name: 'Withdraw…' }).click()
    await page.getByLabel('Reason, for its readers').fill('Another agent is used')
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByText('Withdrawn · Another agent is used').waitFor()
  },
)
