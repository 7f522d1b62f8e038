import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, settled } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-papers-'))
let portal: Portal
let billing: Person
beforeAll(async () => {
  portal = await startPortal()
  billing = await portal.aPerson({ staff: 'finance' })
  await portal.database(
    `update portal.installation set company_name = 'Maker inc.', address = '1 Mill Street', tax_numbers = '1', bank = 'Transit 00042'`,
  )
})
afterAll(async () => {
  await portal?.close()
  fs.rmSync(folder, { recursive: true })
})

const VIEWS = [
  [1440, 'en'],
  [360, 'fr-CA'],
] as const
type Lang = (typeof VIEWS)[number][1]

/** What the screens say in a language. */
const words = (lang: Lang, of: '' | 'server.' = '') =>
  JSON.parse(fs.readFileSync(`messages/${of}${lang}.json`, 'utf8'))
/** A text with its values in their places, as far as it has no forms. */
const fill = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

let companies = 0
/** A company with `count` open invoices of upstream, 100.00 each, the first with lines and a tax, and who pays them. */
async function aPayer(count: number) {
  companies += 1
  const of = `P${companies}-`
  const name = `Payer ${companies}`
  const tenant = await portal.aTenant({ name, currency: 'CAD' })
  await portal.database(
    `insert into portal.invoices (tenant_id, source_id, source_key, invoice_no, invoice_date, due_date, po_no, currency, total_cents, subtotal_cents, taxes)
     select $1, 1, $2 || n, $2 || n, current_date - 40, current_date - 10 + n, 'PO-' || n, 'CAD', 10000, 9500, '[{"name": "GST", "cents": 500}]'
       from generate_series(1, $3::int) n`,
    [tenant, of, count],
  )
  await portal.database(
    `insert into portal.invoice_lines (tenant_id, source_id, source_key, invoice_key, line_no, item_no, description, quantity, unit, unit_price, amount_cents)
     select $1, 1, $2 || '1-' || n, $2 || '1', n::text, 'BC-' || n, 'Capsules ' || n, 10, 'KG', 4.75, 4750 from generate_series(1, 2) n`,
    [tenant, of],
  )
  return { tenant, name, of, payer: await portal.aPerson({ tenants: [tenant], role: 'tenant_admin' }) }
}

const download = async (page: Page, press: () => Promise<unknown>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  const kept = path.join(folder, randomUUID())
  await file.saveAs(kept)
  return { name: file.suggestedFilename(), content: fs.readFileSync(kept) }
}

test.each(VIEWS)('a statement is taken as PDF and as a workbook: %d px, %s', async (width, lang) => {
  const { statement, title } = words(lang).finance
  const { payer } = await aPayer(3)
  const page = await aPage(portal, { as: payer, at: '/finance', width, lang })
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  for (const [format, signature] of [
    ['pdf', '%PDF'],
    ['xlsx', 'PK'],
  ] as const) {
    await page.getByRole('button', { name: statement.button }).click()
    const dialog = page.getByRole('dialog', { name: statement.title })
    await dialog.getByLabel(statement.from, { exact: true }).fill('2020-01-01')
    await dialog.getByRole('combobox', { name: statement.format }).selectOption(format)
    await axe(page)
    const file = await download(page, () =>
      dialog.getByRole('button', { name: statement.take, exact: true }).click(),
    )
    expect(file.name).toMatch(new RegExp(`\\.${format}$`))
    expect(file.content.subarray(0, signature.length).toString('latin1')).toBe(signature)
    await dialog.waitFor({ state: 'detached' })
  }
  // A period that ends before it begins is told in the dialog, and nothing is taken.
  await page.getByRole('button', { name: statement.button }).click()
  const dialog = page.getByRole('dialog', { name: statement.title })
  await dialog.getByLabel(statement.from, { exact: true }).fill('2030-01-01')
  await dialog.getByRole('button', { name: statement.take, exact: true }).click()
  await dialog.getByText(statement.wrongPeriod).waitFor()
  await axe(page)
})

test.each(VIEWS)(
  'an invoice is found by its PO number, read whole, taken as PDF and questioned: %d px, %s',
  async (width, lang) => {
    const { finance, issues } = words(lang)
    const { payer, of } = await aPayer(2)
    const page = await aPage(portal, { as: payer, at: '/finance?search=PO-1', width, lang })
    await page.getByText(`${of}1`).first().click()
    await page.getByRole('heading', { level: 1, name: fill(finance.invoice, { number: `${of}1` }) }).waitFor()
    await settled(page)
    for (const text of ['Capsules 2', finance.taxNames.GST, finance.columns.balance])
      await page.getByText(text).first().waitFor()
    await axe(page)
    const pdf = await download(page, () => page.getByRole('button', { name: /PDF/ }).click())
    expect([pdf.name.includes(`${of}1`), pdf.content.subarray(0, 4).toString()]).toEqual([true, '%PDF'])

    await page.getByRole('button', { name: issues.panel.question }).click()
    const form = page.getByRole('dialog', { name: issues.form.title })
    await form.getByText(fill(issues.form.ofInvoice, { number: `${of}1` })).waitFor()
    await form.getByLabel(issues.form.subject).fill('GST')
    await form.getByLabel(issues.form.description).fill('Twice?')
    await axe(page)
    await form.getByRole('button', { name: issues.form.send, exact: true }).click()
    await page.getByRole('heading', { name: 'GST' }).waitFor()
    // The invoice knows of it, and leads there.
    await page.goBack()
    await page.getByRole('link', { name: /^#\d+ GST$/ }).waitFor()
    await settled(page)
    await axe(page)
  },
)

test.each(VIEWS)(
  'staff write an invoice for a company whose invoices are kept here, and take a part of it back: %d px, %s',
  async (width, lang) => {
    const { drafts, lines, invoice, columns } = words(lang).finance
    const name = `Kept here ${width}`
    const tenant = await portal.aTenant({ name, currency: 'CAD' })
    const buyer = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin' })
    const page = await aPage(portal, { as: billing, at: '/finance', width, lang })
    await page.getByRole('button', { name: drafts.new }).click()
    const dialog = page.getByRole('dialog', { name: drafts.invoice })
    const of = (field: string) =>
      dialog.getByLabel(fill(drafts.ofLine, { field: lines.columns[field], line: 1 }), { exact: true })
    await dialog.getByRole('combobox', { name: drafts.client }).selectOption({ label: name })
    await of('description').fill('Capsules')
    await of('quantity').fill('2')
    // What is no number is said at its field; one is read as it is meant, with either mark.
    await of('unitPrice').fill('1,2,3')
    await dialog.getByRole('button', { name: drafts.save }).click()
    const example = lang === 'en' ? '1,234.56' : '1\u00a0234,56'
    await dialog.getByText(fill(words(lang).typedNumbers.none, { text: '1,2,3', example })).waitFor()
    expect(await of('unitPrice').getAttribute('aria-invalid')).toBe('true')
    await axe(page)
    await of('unitPrice').fill('50,25')
    await dialog.getByLabel(drafts.place).selectOption('CA-AB')
    // The taxes of the place, and what it comes to, before anything is saved.
    await dialog.getByText(/105[.,]53/).waitFor()
    await dialog.getByRole('button', { name: drafts.save }).click()
    await dialog.getByRole('button', { name: drafts.issue, exact: true }).click()
    const issueNow = page
      .getByRole('dialog', { name: drafts.issueTitle })
      .getByRole('button', { name: drafts.issueNow, exact: true })
    expectFault(page.context(), /^422 POST .*\/issue/)
    await issueNow.click()
    // What is missing is said at once, each at its field; then it goes out.
    await dialog.getByText(words(lang, 'server.').problems.invoice_incomplete[0]).waitFor()
    for (const field of [drafts.billTo, columns.dueDate])
      expect(await dialog.getByLabel(field, { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await axe(page)
    await dialog.getByLabel(drafts.billTo).fill('1250 boul. Charest O.')
    await dialog.getByLabel(columns.terms).fill('Net 30')
    expect(await dialog.getByLabel(columns.dueDate).inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/)
    await dialog.getByRole('button', { name: drafts.save }).click()
    await axe(page)
    await dialog.getByRole('button', { name: drafts.issue, exact: true }).click()
    await issueNow.click()
    const [issued] = await expect
      .poll(() =>
        portal.database('select id, invoice_no from portal.invoices where tenant_id = $1', [tenant]),
      )
      .toHaveLength(1)
      .then(() =>
        portal.database('select id, invoice_no from portal.invoices where tenant_id = $1', [tenant]),
      )
    const number = issued?.invoice_no as string
    await page.getByRole('heading', { level: 1, name: fill(invoice, { number }) }).waitFor()
    await settled(page)
    await axe(page)

    // Half of it was wrong: a credit note of one of the two.
    await page.getByRole('button', { name: drafts.credit }).click()
    const credit = page.getByRole('dialog', { name: fill(drafts.creditNote, { number }) })
    await credit
      .getByLabel(fill(drafts.ofLine, { field: lines.columns.quantity, line: 1 }), { exact: true })
      .fill('1')
    await credit.getByRole('button', { name: fill(drafts.removeTax, { tax: 1 }) }).click()
    await credit.getByRole('button', { name: drafts.save }).click()
    await credit.getByRole('button', { name: drafts.issue, exact: true }).click()
    await page
      .getByRole('dialog', { name: drafts.issueTitle })
      .getByRole('button', { name: drafts.issueNow, exact: true })
      .click()
    await page
      .getByText(/-?50[.,]25/)
      .first()
      .waitFor()

    // Its people read what is left of it.
    const theirs = await aPage(portal, { as: buyer, at: `/finance/invoices/id:${issued?.id}`, width, lang })
    await theirs
      .getByText(/55[.,]28/)
      .first()
      .waitFor()
    await settled(theirs)
    await axe(theirs)
  },
)

test('an invoice is begun from a shipment, and what comes in above it stays as credit', async () => {
  const { finance, payments: pay } = words('en')
  const { drafts } = finance
  const name = 'Shipped to'
  const tenant = await portal.aTenant({ name, currency: 'CAD' })
  await portal.database(
    `update portal.tenants set address = '80 rue Jean-Proulx', terms = 'Net 45', region = 'CA-QC' where id = $1`,
    [tenant],
  )
  await portal.database(
    `insert into portal.orders (tenant_id, source_id, source_key, primary_no, ord_no, po_no, currency) values ($1, 1, 'S-1', 'S-1', 'S-1', 'PO-S', 'CAD')`,
    [tenant],
  )
  await portal.database(
    `insert into portal.order_lines (tenant_id, source_id, source_key, order_key, line_no, item_no, item_name, qty_ordered, unit_price)
     values ($1, 1, 'S-1-1', 'S-1', '1', 'GH-30', 'Gut Health', 10, 15.62)`,
    [tenant],
  )
  const [shipment] = await portal.database(
    `insert into portal.shipments (tenant_id, source_id, source_key, tracking_no, carrier, order_key, ord_no)
     values ($1, 1, 'T-S', 'T-S', 'UPS', 'S-1', 'S-1') returning id`,
    [tenant],
  )
  await portal.database(
    `insert into portal.shipment_lines (tenant_id, source_id, source_key, shipment_key, line_no, item_no, item_name, lot, quantity)
     values ($1, 1, 'T-S-1', 'T-S', '1', 'GH-30', 'Gut Health', 'L-9', 4)`,
    [tenant],
  )
  const page = await aPage(portal, {
    as: billing,
    at: `/finance?begin=shipment:${shipment?.id}`,
    width: 1440,
    lang: 'en',
  })
  const dialog = page.getByRole('dialog', { name: drafts.invoice })
  // 4 at 15.62, with GST and QST.
  await dialog.getByText('$71.83').waitFor()
  expect(await dialog.getByLabel(drafts.billTo).inputValue()).toBe('80 rue Jean-Proulx')
  await axe(page)
  await dialog.getByRole('button', { name: drafts.save }).click()
  await dialog.getByRole('button', { name: drafts.issue, exact: true }).click()
  await page
    .getByRole('dialog', { name: drafts.issueTitle })
    .getByRole('button', { name: drafts.issueNow, exact: true })
    .click()
  await page.getByText('Lots L-9').waitFor()

  await page.goto('/finance')
  await page.getByRole('button', { name: pay.record }).click()
  const record = page.getByRole('dialog', { name: pay.recordTitle })
  await record.getByRole('combobox', { name: pay.client }).selectOption({ label: name })
  await record.getByRole('checkbox').first().check()
  await record.getByLabel(pay.bankReference).fill('Wire 9001')
  await record.getByLabel(`${pay.amountIn} (CAD)`).fill('100')
  await record.getByText('$28.17 stays as the company’s credit.').waitFor()
  await axe(page)
  await record.getByRole('button', { name: pay.recordNow, exact: true }).click()
  await record.waitFor({ state: 'detached' })
  const [kept] = await portal.database(
    `select amount_cents::int as amount, on_account_cents::int as rest from portal.payment_orders where tenant_id = $1`,
    [tenant],
  )
  expect(kept).toEqual({ amount: 10_000, rest: 2817 })
})

test.each(VIEWS)(
  'staff record a transfer that nobody announced, and take it back with a reason: %d px, %s',
  async (width, lang) => {
    const { payments: pay } = words(lang)
    const { name, of, tenant } = await aPayer(2)
    const page = await aPage(portal, { as: billing, at: '/finance', width, lang })
    await page.getByRole('button', { name: pay.record }).click()
    const dialog = page.getByRole('dialog', { name: pay.recordTitle })
    await dialog.getByRole('combobox', { name: pay.client }).selectOption({ label: name })
    await dialog.getByRole('checkbox', { name: `${of}1` }).check()
    await dialog.getByLabel(pay.bankReference).fill('V1')
    await dialog.getByRole('button', { name: pay.recordNow, exact: true }).click()
    await dialog.getByText(pay.bankReferenceShort).waitFor()
    await dialog.getByLabel(pay.bankReference).fill(`VIR 99-${width}`)
    await axe(page)
    await dialog.getByRole('button', { name: pay.recordNow, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const balance = () =>
      portal.database(
        'select balance_cents::int as open from portal.invoices where tenant_id = $1 and invoice_no = $2',
        [tenant, `${of}1`],
      )
    expect(await balance()).toEqual([{ open: 0 }])
    const [order] = await portal.database(
      'select reference from portal.payment_orders where tenant_id = $1',
      [tenant],
    )
    const reference = order?.reference as string
    await settled(page)
    await axe(page)
    await page.getByRole('button', { name: `${pay.takeBack} ${reference}` }).click()
    const back = page.getByRole('dialog', { name: fill(pay.takeBackTitle, { reference }) })
    await back.getByLabel(pay.reason).fill('Another company’s')
    await axe(page)
    await back.getByRole('button', { name: pay.takeBackNow, exact: true }).click()
    await page.getByText(fill(pay.takenBack, { reference })).waitFor()
    expect(await balance()).toEqual([{ open: 10000 }])
  },
)

test.each(VIEWS)(
  'who owes on very many invoices finds each of them, and pays all at once: %d px, %s',
  async (width, lang) => {
    const { payments: pay } = words(lang)
    const { payer, of, tenant } = await aPayer(130)
    const page = await aPage(portal, { as: payer, at: '/finance', width, lang })
    await page.getByRole('button', { name: pay.pay }).click()
    const dialog = page.getByRole('dialog', { name: pay.title })
    const boxes = dialog.getByRole('checkbox')
    await expect.poll(() => boxes.count()).toBe(50)
    await dialog.getByRole('button', { name: pay.moreOpen }).click()
    await expect.poll(() => boxes.count()).toBe(100)
    // The last of them by its PO number; what is chosen stays, whatever is looked for next.
    await dialog.getByRole('searchbox', { name: pay.search }).fill('PO-130')
    await dialog.getByRole('searchbox', { name: pay.search }).press('Enter')
    await expect.poll(() => boxes.count()).toBe(1)
    await dialog.getByRole('checkbox', { name: `${of}130` }).check()
    await dialog.getByRole('searchbox', { name: pay.search }).fill('PO-129')
    await dialog.getByRole('checkbox', { name: `${of}129` }).waitFor()
    expect(await dialog.getByRole('checkbox', { name: `${of}130` }).isChecked()).toBe(true)
    await axe(page)
    await dialog.getByRole('searchbox', { name: pay.search }).press('Escape')
    await expect.poll(() => boxes.count()).toBeGreaterThan(50)
    await dialog.getByRole('button', { name: pay.chooseAll }).click()
    await dialog.getByText(/13[\s\u00a0\u202f,]?000[.,]00/).waitFor()
    await axe(page)
    await dialog.getByRole('button', { name: pay.announce }).click()
    await page.getByRole('heading', { name: pay.announced }).waitFor()
    expect(
      await portal.database(
        `select o.amount_cents::int as cents, (select count(*)::int from portal.payment_parts p where p.tenant_id = o.tenant_id and p.order_id = o.id) as parts
           from portal.payment_orders o where o.tenant_id = $1`,
        [tenant],
      ),
    ).toEqual([{ cents: 1_300_000, parts: 130 }])
    await page.getByRole('dialog').getByRole('button', { name: pay.done, exact: true }).click()
    await settled(page)
    await axe(page)
  },
)
