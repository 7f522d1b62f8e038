import { afterAll, beforeAll, expect, test } from 'vitest'
import { facts } from '../test/support/documents.ts'
import { pdf } from '../test/support/smallest-pdf.ts'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { enter, openRow, pressKeys, tabTo, write } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { sendsDocuments } from './support/send-documents.ts'

let portal: Portal
let quality: Person
let signatory: Person
beforeAll(async () => {
  portal = await startPortal()
  quality = await portal.aPerson({ staff: 'quality' })
  const tenant = await portal.aTenant({ name: 'Boréal Santé' })
  signatory = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin' })
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
    await files.getByText('This type of file isn’t accepted').waitFor()
    await axe(page)
    // Nobody is chosen for the asker.
    const upload = page.getByRole('button', { name: 'Upload 2 files' })
    await page.getByRole('alert').getByText('Choose an audience.').waitFor()
    expect(await upload.isDisabled()).toBe(true)
    await page.getByLabel('Audience', { exact: true }).selectOption('All companies')
    await upload.click()
    await page.getByText('2 of 3 files uploaded').waitFor()
    // The first went off at its break, the second began behind what had arrived.
    expect(pieces).toBe(2)

    await files.getByRole('link', { name: 'Open: Cleaning' }).click()
    await page.getByRole('heading', { name: 'Cleaning' }).waitFor()
    await page.getByText('Uploaded', { exact: true }).last().waitFor()
    await axe(page)
    await page.getByRole('button', { name: 'Release version 1…' }).click()
    const release = page.getByRole('button', { name: 'Release', exact: true })
    expectFault(page.context(), /^401 POST .*\/release$/)
    expectFault(page.context(), /^422 POST .*\/second-factor\/sign$/)
    expectFault(page.context(), /^401 POST .*\/withdraw$/)
    expect(await release.isDisabled()).toBe(true)
    await page.getByLabel('Reason, for the history').fill('Checked against the batch record')
    await axe(page)
    await release.click()
    // A signature: what it means and what it covers are said before the password is given.
    const signs = page.getByRole('dialog', { name: 'Sign', exact: true })
    await signs.getByText('approved for use by everyone').waitFor()
    await signs
      .getByRole('listitem')
      .getByText(/^Cleaning, version 1, SHA-256 [0-9a-f]{64}$/)
      .waitFor()
    await axe(page)
    await signs.getByRole('textbox', { name: 'Password' }).fill('not this one at all')
    await signs.getByRole('button', { name: 'Sign', exact: true }).click()
    await signs.getByRole('alert').waitFor()
    await signs.getByRole('textbox', { name: 'Password' }).fill(quality.password)
    await signs.getByRole('button', { name: 'Sign', exact: true }).click()
    await page.getByText('Available', { exact: true }).first().waitFor()
    await page.getByText('Version 1 released · Checked against the batch record').waitFor()
    await page.getByText('Released: signed by Test Person').waitFor()
    await page.getByRole('button', { name: 'Edit…' }).click()
    await page.getByLabel('Title').fill(`Cleaning of mixers ${width}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: `Cleaning of mixers ${width}` }).waitFor()
    await page.getByRole('button', { name: 'Withdraw…' }).click()
    await page.getByLabel('Reason, for its readers').fill('Another agent is used')
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await signs.getByRole('textbox', { name: 'Password' }).fill(quality.password)
    await signs.getByRole('button', { name: 'Sign', exact: true }).click()
    await page.getByText('Withdrawn · Another agent is used').waitFor()
  },
)

const WORDS = {
  en: {
    ...{ several: 'Release several…', choose: /^Choose: Batch record/, release: 'Release 2 versions…' },
    ...{ reason: 'Reason, for the history', sign: 'Sign and release', done: '2 versions released' },
    ...{ signs: 'Sign', password: 'Password', signed: /Released: signed by Test Person/ },
    ...{ some: '1 of 2 released.' },
  },
  'fr-CA': {
    ...{ several: 'En publier plusieurs…', choose: /^Choisir : Batch record/ },
    ...{ release: 'Publier 2 versions…', reason: 'Motif, pour l’historique', sign: 'Signer et publier' },
    ...{ done: '2 versions sont publiées.', signs: 'Signer', password: 'Mot de passe' },
    ...{ signed: /signée par Test Person/, some: /Versions publiées\s: 1 sur 2\./ },
  },
} as const

test.each([
  [1440, 'en'],
  [360, 'fr-CA'],
] as const)(
  'several versions are released with one signature, each refusal is told, and clients see who signed: %d px, %s',
  async (width, lang) => {
    const words = WORDS[lang]
    const send = await sendsDocuments(portal, quality)
    const add = async (n: number) => {
      const of = facts({ title: `Batch record ${n}, ${width}`, shelves: ['qa'] })
      const document = encodeURIComponent(JSON.stringify(of))
      return (
        await send(`?name=${n}.pdf&document=${document}`, pdf(`${n} ${width}`), 'application/octet-stream')
      ).id
    }
    const [first, second] = [await add(1), await add(2)]
    const page = await aPage(portal, { as: quality, at: '/admin/documents?status=to-release', width, lang })
    expectFault(page.context(), /^401 POST .*\/release$/)
    await enter(page, 'button', words.several)
    const choose = async () => {
      if (width === 1440)
        for (const n of [1, 2]) {
          await tabTo(page, 'checkbox', new RegExp(`${words.choose.source} ${n}, ${width}`))
          await pressKeys(page, 'Space')
        }
      else for (const n of [1, 2]) await openRow(page, `Batch record ${n}, ${width}`)
    }
    await choose()
    await axe(page)
    // Somebody else releases one of them meanwhile.
    await send(`/${second}/release`, { version: 1, reason: 'By a colleague' })
    expectFault(page.context(), /^4\d\d POST .*\/release$/)
    await enter(page, 'button', words.release)
    await write(page, words.reason, 'Checked against the batch records')
    await axe(page)
    await enter(page, 'button', words.sign)
    const signs = page.getByRole('dialog', { name: words.signs, exact: true })
    await signs.getByRole('listitem').nth(1).waitFor()
    await axe(page)
    await write(page, words.password, quality.password)
    await pressKeys(page, 'Enter')
    await page.getByRole('status').filter({ hasText: words.some }).waitFor()
    await axe(page)

    const reader = await aPage(portal, { as: signatory, at: `/documents/${first}`, width, lang })
    await reader.getByText(words.signed).first().waitFor()
    await reader.getByText(/SHA-256 [0-9a-f]{64}/).waitFor()
    await axe(reader)
  },
)

test.each([
  [1440, 'terms', 'Sign and accept', 'Version 1 signed and accepted by'],
  [360, 'terms', 'Sign and accept', 'Version 1 signed and accepted by'],
  [1440, 'privacy', 'Acknowledge receipt', 'Receipt of version 1 acknowledged by'],
  [360, 'privacy', 'Acknowledge receipt', 'Receipt of version 1 acknowledged by'],
])(
  'a legal document is signed with the password, as its keepers see: %d px, %s',
  async (width, type, action, record) => {
    const title = `Our ${type} ${width}`
    const send = await sendsDocuments(portal, quality)
    const document = {
      ...{ title, number: null, description: null, shelves: ['legal'], category: 'policy', type },
      ...{ productCode: null, productName: null, productLine: null, language: 'en' },
      ...{ effectiveOn: null, expiresOn: null, audience: { kind: 'all' } },
    }
    const query = new URLSearchParams({ name: 'terms.pdf', document: JSON.stringify(document) })
    const { id } = await send(`?${query}`, pdf(title), 'application/octet-stream')
    await send(`/${id}/release`, { version: 1, reason: 'Approved' })

    const page = await aPage(portal, { as: signatory, at: '/legal', width })
    await page.getByRole('button', { name: `${action}: ${title}` }).click()
    await page.getByRole('button', { name: action, exact: true }).waitFor()
    await page.getByLabel('Your password').fill('not this one at all')
    expectFault(page.context(), /^422 POST .*acknowledgement/)
    await pressKeys(page, 'Enter')
    await page.getByText('Incorrect password').waitFor()
    await page.getByLabel('Your password').fill(signatory.password)
    await pressKeys(page, 'Enter')
    await page
      .getByRole('table', { name: 'Signatures and acknowledgements' })
      .or(page.getByRole('region', { name: 'Signatures and acknowledgements' }))
      .first()
      .waitFor()
    await page.getByText(record).last().waitFor()
    await axe(page)

    const keeper = await aPage(portal, { as: quality, at: `/admin/documents/${id}` })
    await keeper.getByText('1 of 1 companies').waitFor()
    await axe(keeper)
  },
)

test.each([1440, 360])(
  'a document is asked of a client, sent by it, and put into the library: %d px',
  async (width) => {
    const title = `Organic certificate ${width}`
    const asks = await aPage(portal, { as: quality, at: '/document-requests', width })
    await asks.getByText('No requested documents').or(asks.getByText('Organic certificate').first()).waitFor()
    await asks.getByRole('button', { name: 'Request a document…' }).click()
    const dialog = asks.getByRole('dialog', { name: 'Request a document' })
    await dialog.getByLabel('Document').fill(title)
    await dialog.getByLabel('Boréal Santé').check()
    await dialog.getByLabel('Requirements').fill('Of this year')
    await axe(asks)
    await dialog.getByRole('button', { name: 'Request', exact: true }).click()
    await asks.getByText(title).first().waitFor()

    const sends = await aPage(portal, { as: signatory, at: '/document-requests', width, lang: 'fr-CA' })
    await sends.getByText(title).first().click()
    await sends.getByRole('heading', { name: title }).waitFor()
    await axe(sends)
    await sends.locator('input[type=file]').setInputFiles(file('certificat.pdf', pdf(`asked ${width}`)))
    await sends.getByRole('button', { name: 'Envoyer', exact: true }).click()
    const send = sends.getByRole('dialog', { name: /Envoyer les pièces jointes/ })
    await send.getByRole('button', { name: 'Envoyer', exact: true }).click()
    await sends.getByText('À examiner').first().waitFor()

    // It moves by itself, and the person who asked goes on by keyboard.
    await asks.getByText('To review').filter({ visible: true }).first().waitFor()
    await asks.getByText(title).first().click()
    await asks.getByRole('heading', { name: title }).waitFor()
    await asks.getByRole('button', { name: 'Accept', exact: true }).focus()
    await pressKeys(asks, 'Enter')
    const accept = asks.getByRole('dialog', { name: 'Accept these documents?' })
    await accept.waitFor()
    await accept.getByRole('button', { name: 'Accept' }).click()
    await asks.getByRole('button', { name: 'Add certificat.pdf to the library' }).click()
    await asks.waitForURL('**/admin/documents/*')
    await asks.getByRole('heading', { name: title }).waitFor()
    await sends.getByText('Accepté').first().waitFor()
  },
)
