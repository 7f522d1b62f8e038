import type { Locator, Page } from 'playwright-core'
import { settled } from './browser.ts'

const STATUSES = [
  'Completed',
  'IN PROGRESS',
  'blend',
  'Cancelled',
  'Finance Hold',
  'packaging',
  'Not started',
]
const CLIENTS = ['Boutique Éclair', 'Northern Harbour', 'Wellness & Co.']

/** Orders 20001 and up of a client, with every status, a text for an amount, and a reference that looks like a formula. */
export const orderRows = (code: string, howMany: number): Record<string, unknown>[] =>
  Array.from({ length: howMany }, (_, i) => ({
    Primary: `${code}-${i + 1}`,
    'Ord No': String(20_001 + i),
    'PO No': `PO-${code}-${i}`,
    'F No': `F${i}`,
    'Client Code': code,
    'Client Name': CLIENTS[i % CLIENTS.length],
    Ref: i === 3 ? '=1+1' : `ref ${i}`,
    'Ord Stat': STATUSES[i % STATUSES.length],
    'Montant Total': i === 5 ? 'TBD' : `$${(1000 + i).toLocaleString('en-US')}.50`,
    'BL t': 'green',
    'CTS t': i % 2 ? 'yellow' : '-',
    'BB t': '',
    PBL: '✓',
    PCTS: 'waiting',
    PBB: '',
    'Promised Date': i % 3 === 0 ? '2026-12-24' : '',
  }))

/** The rows of the table that are drawn. */
export const rows = (page: Page): Locator =>
  page.getByRole('table', { name: 'Recent Orders' }).locator('tbody tr[data-index]')

/** The card of a group. */
export const card = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}`) })

/** What the API has for the person of this page. */
export const list = async (page: Page, query = '') =>
  (await page.request.get(`/api/v1/orders${query}`)).json()

/** The order numbers that the table shows, from above. */
export async function numbers(page: Page): Promise<(string | null | undefined)[]> {
  await settled(page)
  return rows(page).evaluateAll((all) => all.map((row) => row.querySelectorAll('td')[1]?.textContent))
}
