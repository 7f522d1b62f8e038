import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampled } from '../test/support/sampled.ts'
import { aPage, open } from './support/browser.ts'
import { orderRows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { salesRows } from './support/sales.ts'
import { expectNoEnglish } from './support/words.ts'

let portal: Portal
let people: Record<keyof typeof SCREENS, Person>

beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-20' })
  const tenant = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  await portal.ingest('orders', [...orderRows('LOST', 3), ...orderRows('NH', 3)])
  await portal.ingest('sales-history', [...salesRows('NH')])
  people = {
    administrator: await portal.aPerson({ administrator: true }),
    staff: await portal.aPerson({ staff: 'quality' }),
    member: await portal.aPerson({ tenants: [tenant], role: 'tenant_admin' }),
  }
})
afterAll(() => portal?.close())

const EVERYBODY = [
  ...[
    '/',
    '/orders',
    '/orders/tracking',
    '/orders/issues',
    '/product',
    '/product/documentation',
    '/product/mfs',
  ],
  ...['/product/catalogue', '/lots', '/qaqc', '/legal', '/document-requests', '/chat', '/voice-assistant'],
  ...['/about-us', '/project-overview', '/feedback', '/profile', '/settings', '/security', '/notifications'],
]
const OF_CLIENTS = ['/orders/purchase-orders', '/finance', '/sales', '/current-sales', '/sales-analytics']
const SCREENS = {
  administrator: [
    ...EVERYBODY,
    ...OF_CLIENTS,
    ...['tenants', 'modules', 'ingestion', 'company', 'health', 'users', 'roles', 'temporary-access'],
    ...[
      'announcements',
      'display-rules',
      'unassigned',
      'reporting',
      'mail',
      'audit',
      'documents',
      'feedback',
    ],
    ...['sessions', 'demo-requests', 'documents/upload'],
  ].map((at) => (at.startsWith('/') ? at : `/admin/${at}`)),
  staff: [...EVERYBODY, '/admin/documents'],
  member: [...EVERYBODY, ...OF_CLIENTS, '/orders/purchase-orders/new', '/members'],
}
const SPOKEN = (Object.keys(SCREENS) as (keyof typeof SCREENS)[]).flatMap((who) =>
  (['fr-CA', 'de', 'es'] as const).flatMap((lang) => SCREENS[who].map((at) => ({ who, lang, at }))),
)

test('no screen speaks English in another language, whoever looks at it', async () => {
  const rows = [...orderRows('LOST', 3), ...orderRows('NH', 3), ...salesRows('NH')]
  const data = new Set(rows.flatMap((row) => Object.values(row).map(String)))
  const wrong: string[] = []
  const asked = sampled('screens in three languages', SPOKEN, 10)
  for (const who of Object.keys(SCREENS) as (keyof typeof SCREENS)[]) {
    const theirs = asked.filter((one) => one.who === who)
    if (theirs.length === 0) continue
    const page = await aPage(portal, { as: people[who] })
    for (const { lang, at } of theirs) {
      await open(page, at, { lang })
      await expectNoEnglish(page, lang, data).catch((fault) =>
        wrong.push(String(fault.message).slice(0, 900)),
      )
    }
  }
  expect(wrong).toEqual([])
})
