import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { enter, openRow } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let billing: Person
beforeAll(async () => {
  portal = await startPortal()
  billing = await portal.aPerson({ staff: 'finance' })
  await portal.database(
    `update portal.installation set company_name = 'Maker inc.', address = '1 Mill Street', tax_numbers = '1', bank = 'Transit 00042'`,
  )
})
afterAll(() => portal?.close())

/** A company with three invoices, 100.00 each, and who pays them. */
async function aPayer(): Promise<{ payer: Person; tenant: number }> {
  const tenant = await portal.aTenant({ currency: 'CAD' })
  await portal.database(
    `insert into portal.invoices (tenant_id, source_id, source_key, invoice_no, invoice_date, due_date, currency, total_cents)
     select $1, 1, 'F-' || n, 'F-' || n, current_date - 40 + n, current_date - 10 + n, 'CAD', 10000 from generate_series(1, 3) n`,
    [tenant],
  )
  return { tenant, payer: await portal.aPerson({ tenants: [tenant], role: 'finance_manager' }) }
}

const WORDS = {
  en: {
    ...{ pay: 'Pay invoices…', amount: 'Amount for F-3', announce: 'Announce transfer' },
    ...{ announced: 'Transfer announced', total: '$240.50', done: 'Done', state: 'Announced' },
  },
  'fr-CA': {
    ...{ pay: 'Payer des factures…', amount: 'Montant pour F-3', announce: 'Annoncer le virement' },
    ...{ announced: 'Virement annoncé', total: '240,50 $', done: 'Terminer', state: 'Annoncé' },
  },
} as const

test.each([
  [1440, 'en'],
  [360, 'fr-CA'],
] as const)(
  'three invoices are paid by one transfer, one of them in part: %d px, %s',
  async (width, lang) => {
    const words = WORDS[lang]
    const { payer, tenant } = await aPayer()
    const page = await aPage(portal, { as: payer, at: '/finance', width, lang })
    await page.getByRole('button', { name: words.pay }).click()
    const dialog = page.getByRole('dialog')
    for (const number of ['F-1', 'F-2', 'F-3']) await dialog.getByRole('checkbox', { name: number }).check()
    await dialog.getByLabel(words.amount).fill('40,5')
    await dialog.getByText(words.total).waitFor()
    await axe(page)
    await dialog.getByRole('button', { name: words.announce }).click()
    await dialog.getByRole('heading', { name: words.announced }).waitFor()
    await dialog.getByText('Transit 00042').waitFor()
    const [order] = await portal.database(
      'select reference from portal.payment_orders where tenant_id = $1',
      [tenant],
    )
    await dialog.getByText(order?.reference as string, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: words.done, exact: true }).click()
    await page.getByText(words.state, { exact: true }).waitFor()
    await axe(page)
  },
)

const CREDIT = {
  en: { opens: /^Credit not yet applied/, title: 'Credit not yet applied', sum: 'Total $42.50' },
  'fr-CA': {
    ...{ opens: /^Crédits non encore imputés/, title: 'Crédits non encore imputés' },
    sum: 'Total\u00a0: 42,50\u00a0$',
  },
} as const

test.each([
  [1440, 'en'],
  [360, 'fr-CA'],
] as const)(
  'the credit not yet applied opens what it is made of, with its sum, for client and staff: %d px, %s',
  async (width, lang) => {
    const words = CREDIT[lang]
    const { payer, tenant } = await aPayer()
    await portal.database(
      `insert into portal.payments (tenant_id, source_id, source_key, payment_no, kind, payment_date, currency, amount_cents)
       values ($1, 1, 'ON-1', 'ON-1', 'payment', current_date - 3, 'CAD', 3000)`,
      [tenant],
    )
    await portal.database(
      `insert into portal.invoices (tenant_id, source_id, source_key, invoice_no, invoice_date, currency, total_cents)
       values ($1, 1, 'N-1', 'N-1', current_date - 2, 'CAD', -1250)`,
      [tenant],
    )
    const page = await aPage(portal, { as: payer, at: '/finance', width, lang })
    await enter(page, 'link', words.opens)
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
    await page.getByText(words.sum, { exact: true }).waitFor()
    for (const number of ['ON-1', 'N-1']) await page.getByText(number, { exact: true }).first().waitFor()
    await axe(page)
    if (width === 360) await openRow(page, 'N-1')
    await enter(page, 'link', 'N-1')
    await page.waitForURL(/\/finance\/invoices\//)

    const staff = await portal.aPerson({ staff: 'finance', tenants: [tenant] })
    const desk = await aPage(portal, { as: staff, at: '/finance/credit?currency=CAD', width, lang })
    await desk.getByText(words.sum, { exact: true }).waitFor()
    await axe(desk)
  },
)

test('staff see it come in, and the company its receipt, its balances and a statement', async () => {
  const { payer, tenant } = await aPayer()
  const page = await aPage(portal, { as: payer, at: '/finance' })
  await page.getByRole('button', { name: 'Pay invoices…' }).click()
  await page.getByRole('checkbox', { name: 'F-2' }).check()
  await page.getByRole('button', { name: 'Announce transfer' }).click()
  await page.getByRole('heading', { name: 'Transfer announced' }).waitFor()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  const [order] = await portal.database('select reference from portal.payment_orders where tenant_id = $1', [
    tenant,
  ])
  const reference = order?.reference as string

  const staff = await aPage(portal, { as: billing, at: '/finance' })
  await staff.getByRole('button', { name: `Mark as received… ${reference}` }).click()
  await staff.getByRole('button', { name: 'Mark as received', exact: true }).click()
  await staff.getByText(`${reference} marked as received`).waitFor()

  // Live: nobody reloads.
  const receipt = page.getByRole('button', { name: `Receipt ${reference}` })
  const [file] = await Promise.all([page.waitForEvent('download'), receipt.click()])
  expect(file.suggestedFilename()).toBe(`Receipt-${reference}.pdf`)
  await page.getByText(`Saved as Receipt-${reference}.pdf`).waitFor()

  await page.getByRole('button', { name: 'Statement…' }).click()
  await page.getByRole('combobox', { name: 'Format' }).selectOption('pdf')
  const [statement] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  expect(statement.suggestedFilename()).toMatch(/^Statement of account-CAD-.*\.pdf$/)
})
