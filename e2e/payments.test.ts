import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestProvider, type TestProvider } from '../test/support/test-provider.ts'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { type Portal, startPortal } from './support/portal.ts'

let provider: TestProvider
let portal: Portal
beforeAll(async () => {
  provider = await startTestProvider()
  portal = await startPortal({ ...provider.settings, PAYMENTS_PROVIDER_NAME: 'Acme Pay' })
  provider.state.tells = `${portal.url}/api/payments/webhook`
  await portal.database(
    `update portal.installation set company_name = 'Maker inc.', address = '1 Mill Street', tax_numbers = '1', bank = 'Transit 00042'`,
  )
})
afterAll(async () => {
  await portal?.close()
  await provider?.close()
})

/** A company with three invoices, 100.00 each, and who pays them. */
async function aPayer(name: string) {
  const tenant = await portal.aTenant({ currency: 'CAD' })
  await portal.database(
    `insert into portal.invoices (tenant_id, source_id, source_key, invoice_no, invoice_date, due_date, currency, total_cents)
     select $1, 1, $2 || n, $2 || n, current_date - 40 + n, current_date - 10 + n, 'CAD', 10000 from generate_series(1, 3) n`,
    [tenant, name],
  )
  return portal.aPerson({ tenants: [tenant], role: 'finance_manager' })
}

test('cards are added at the provider, one of them is the default, and one is declined before another pays', async () => {
  const page = await aPage(portal, { as: await aPayer('C-'), at: '/finance' })
  const add = async (card: RegExp, name: string) => {
    await page.getByRole('button', { name: 'Add Method…' }).click()
    await page.getByRole('button', { name: card }).click()
    await page.getByText(`${name} added`).waitFor()
    await page.waitForURL((url) => url.search === '')
  }
  await add(/^Visa 9995/, 'Visa •••• 9995')
  await page.getByRole('button', { name: 'Set as Default Visa •••• 9995' }).click()
  await page.getByRole('button', { name: 'Set as Default Bank transfer' }).waitFor()
  await add(/^Mastercard 3155/, 'Mastercard •••• 3155')
  await axe(page)

  await page.getByRole('button', { name: 'Pay invoices…' }).click()
  const dialog = page.getByRole('dialog')
  for (const number of ['C-1', 'C-2', 'C-3']) await dialog.getByRole('checkbox', { name: number }).check()
  const amount = dialog.getByLabel('Amount for C-3')
  await amount.fill('1,500.005')
  await dialog.getByRole('button', { name: 'Pay now' }).click()
  await dialog
    .getByText('“1,500.005” has more than 2 decimal places. Enter a number such as 1,234.56.')
    .waitFor()
  expect(await amount.getAttribute('aria-invalid')).toBe('true')
  expect(await dialog.getByText('$0.00').count()).toBe(0)
  // More than is open is said with its title, and as money is written.
  expectFault(page.context(), /^409 POST \/api\/v1\/payments\/card/)
  await amount.fill('1,500')
  await dialog.getByText('$1,700.00').waitFor()
  await dialog.getByRole('button', { name: 'Pay now' }).click()
  await dialog
    .getByRole('alert')
    .getByText('The amount is more than the open balance. 100.00 of invoice C-3 is open')
    .waitFor()
  await amount.fill('40,50')
  await dialog.getByRole('button', { name: 'Pay now' }).click()
  await dialog.getByText('insufficient funds').waitFor()
  await axe(page)
  await dialog.getByRole('button', { name: 'Pay another way' }).click()
  await dialog.getByRole('combobox', { name: 'Pay with' }).selectOption({ label: 'Mastercard •••• 3155' })
  await dialog.getByRole('button', { name: 'Pay now' }).click()
  await dialog.getByRole('link', { name: 'Confirm with Acme Pay…' }).click()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await dialog.getByText('$240.50 paid').waitFor()
  const receipt = dialog.getByRole('button', { name: /^Receipt PAY-/ })
  const [file] = await Promise.all([page.waitForEvent('download'), receipt.click()])
  expect(file.suggestedFilename()).toMatch(/^Receipt-PAY-/)
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByText('Received', { exact: true }).waitFor()
  await page.getByText('Declined', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Remove Visa •••• 9995' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Visa •••• 9995 removed').waitFor()
})

test('on a phone, in French', async () => {
  const page = await aPage(portal, { as: await aPayer('D-'), at: '/finance', width: 360, lang: 'fr-CA' })
  await page.getByRole('button', { name: 'Ajouter un mode…' }).click()
  await page.getByRole('button', { name: /^Visa 4242/ }).click()
  await page.getByText('Visa •••• 4242').first().waitFor()
  await page.waitForURL((url) => url.pathname === '/finance' && url.search === '')
  await axe(page)
  await page.getByRole('button', { name: 'Payer des factures…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'D-1' }).check()
  const amount = dialog.getByLabel('Montant pour D-1')
  await amount.fill('1,500')
  await dialog.getByRole('button', { name: 'Annoncer le virement' }).click()
  await dialog.getByText(/^«\s1,500\s» a plus de 2 décimales\./).waitFor()
  await axe(page)
  await amount.fill('1,50')
  await dialog.getByText(/^1,50\s\$$/).waitFor()
})
