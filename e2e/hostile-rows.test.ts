import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, PLANT } from '../test/support/hostile-rows.ts'
import { aPage, open } from './support/browser.ts'
import { fillEmptyScreens } from './support/empty-screens.ts'
import { type Portal, startPortal } from './support/portal.ts'

let portal: Portal
const ids: Record<string, string> = {}
beforeAll(async () => {
  portal = await startPortal({ DEMO: '1' })
  for (const [name, statement] of Object.entries({
    order: `select id from portal.orders where tenant_id = 1 order by id limit 1`,
    issue: `select id from portal.issues where tenant_id = 1 order by id limit 1`,
    conversation: `select id from portal.conversations where tenant_id = 1 order by id limit 1`,
    po: `select id from portal.purchase_orders where tenant_id = 1 and state <> 'draft' order by id limit 1`,
    invoice: `select id from portal.invoices where tenant_id = 1 order by id limit 1`,
    lot: `select id from portal.lot_access a join portal.lots l on l.id = a.lot_id where a.tenant_id = 1 order by id limit 1`,
    document: `select d.id from portal.documents d where d.status = 'available' and d.audience = 'all' order by d.id limit 1`,
    request: `select id from portal.document_requests where tenant_id = 1 order by id limit 1`,
    person: `select user_id as id from portal.profiles where email = 'buyer@boreal.example'`,
  }))
    ids[name] = String((await portal.database(statement))[0]?.id)
  await fillEmptyScreens(portal.url)
  await portal.database(PLANT)
}, 300_000)
afterAll(() => portal?.close())

const OF_CLIENTS = [
  ...[
    '/',
    '/orders',
    '/orders/id:{order}',
    '/orders/tracking',
    '/orders/issues',
    '/orders/issues/id:{issue}',
  ],
  ...['/orders/purchase-orders', '/orders/purchase-orders/{po}', '/orders/purchase-orders/new'],
  ...[
    '/chat?conversation={conversation}',
    '/chat?contact=support',
    '/chat?contact=assistant',
    '/voice-assistant',
  ],
  ...['/finance', '/finance/invoices/id:{invoice}', '/sales', '/current-sales', '/sales-analytics'],
  ...['/product', '/product/documentation', '/product/mfs', '/product/catalogue', '/lots', '/lots/id:{lot}'],
  ...['/qaqc', '/legal', '/documents/{document}', '/document-requests', '/document-requests/{request}'],
  ...['/about-us', '/project-overview', '/feedback', '/profile', '/settings', '/security', '/notifications'],
  '/members',
]
const OF_ADMINISTRATORS = [
  ...['/orders', '/orders/tracking', '/orders/issues', '/chat?contact=support', '/orders/purchase-orders'],
  ...['tenants', 'tenants/1', 'announcements', 'modules', 'ingestion', 'company', 'health', 'display-rules'],
  ...['unassigned', 'reporting', 'mail', 'audit', 'users', 'users/{person}', 'sessions', 'temporary-access'],
  ...['roles', 'feedback', 'demo-requests', 'documents', 'documents/{document}', 'documents/upload'],
].map((at) => (at.startsWith('/') ? at : `/admin/${at}`))

/** What shows nothing of what people or upstream write, and why. */
const SILENT: Record<string, string> = {
  'admin /admin/health': 'figures of the machine and of the program',
  'admin /admin/reporting': 'months and figures',
  'admin /admin/mail': 'kinds of mails and addresses',
  'admin /admin/documents/upload': 'an empty form',
}

const isShown = () =>
  [
    document.body.innerText,
    ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
  ].some((text) => text.includes('window.ran=1'))

async function look(page: Page, as: string, at: string): Promise<string[]> {
  const path = at.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')
  await open(page, path)
  const silent = `${as} ${at}` in SILENT
  // Some rows come after the screen is there.
  if (!silent) await page.waitForFunction(isShown).catch(() => {})
  const shown = await page.evaluate(isShown)
  const found = await page.evaluate(() => ({
    ran: 'ran' in window,
    // Of what the portal itself links to, no address is a script's, and no picture is one of the texts.
    leads: document.querySelectorAll('a[href^="javascript" i], img[src="x"], img[src$="/x"]').length,
  }))
  return [
    ...(found.ran ? [`${as} ${at}: it ran`] : []),
    ...(found.leads > 0 ? [`${as} ${at}: it is markup`] : []),
    ...(shown === !silent ? [] : [`${as} ${at}: it ${shown ? 'is' : 'is not'} shown`]),
  ]
}

test('whatever stands in any row, no screen runs it, and what it shows of it is text', async () => {
  const wrong: string[] = []
  const cases = [
    ...OF_CLIENTS.map((at) => ({ as: 'owner', at })),
    ...OF_ADMINISTRATORS.map((at) => ({ as: 'admin', at })),
  ]
  const asked = cases
  for (const [as, email] of [
    ['owner', 'owner@boreal.example'],
    ['admin', 'admin@portal.example'],
  ] as const) {
    const own = asked.filter((one) => one.as === as)
    if (own.length === 0) continue
    const page = await aPage(portal, { as: { email, password: DEMO_PASSWORD }, at: '/profile' })
    for (const { at } of own) wrong.push(...(await look(page, as, at)))
  }
  expect(wrong).toEqual([])
  console.log(`hostile rows: ${asked.length} screens, none runs it`)
}, 1_800_000)
