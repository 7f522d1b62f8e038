import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampled } from '../test/support/sampled.ts'
import { aPage, open } from './support/browser.ts'
import { type Portal, startPortal } from './support/portal.ts'

/** What runs or leads away where anybody shows it as anything but text. */
const MARK = `"'><img src=x onerror=window.ran=1><a href="javascript:window.ran=1">x</a><script>window.ran=1</script>`

/**
 * Behind every text of every row that stays as free as it is: no key, no word of a list, nothing that an index, a rule or a reference
 * holds. So no field of today's or tomorrow's screens has to be named here.
 */
const PLANT = `
do $plant$
declare
  f record;
  codes boolean;
begin
  set local session_replication_role = replica;
  for f in
    select c.oid::regclass as place, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'portal'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.atttypid = 'text'::regtype and a.attname !~ '(_id|_by|_to|_key|_hash|email|timezone|language|token|cursor|format|reporter|author|actor|system)$'
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey))
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))
  loop
    -- What is one word of small letters everywhere is a word of the program.
    execute format('select coalesce(bool_and(%I ~ ''^[a-z][a-z_.:/0-9-]*$''), true) from %s where %I is not null', f.name, f.place, f.name) into codes;
    continue when codes;
    begin
      execute format('update %s set %I = %I || %L where %I is not null', f.place, f.name, f.name, $mark$ ${MARK}$mark$, f.name);
    exception when others then
      raise notice '%.%: %', f.place, f.name, sqlerrm;
    end;
  end loop;
end $plant$`

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

async function look(page: Page, at: string): Promise<string[]> {
  const path = at.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')
  await open(page, path)
  const found = await page.evaluate(() => ({
    ran: 'ran' in window,
    // Of what the portal itself links to, no address is a script's, and no picture is one of the texts.
    leads: document.querySelectorAll('a[href^="javascript" i], img[src="x"], img[src$="/x"]').length,
    shown: document.body.innerText.includes('window.ran=1'),
  }))
  if (found.shown) shown.add(at)
  return [...(found.ran ? [`${at}: it ran`] : []), ...(found.leads > 0 ? [`${at}: it is markup`] : [])]
}
const shown = new Set<string>()

test('whatever stands in any row, no screen runs it, and what it shows of it is text', async () => {
  const wrong: string[] = []
  const cases = [
    ...OF_CLIENTS.map((at) => ({ as: 'owner@boreal.example', at })),
    ...OF_ADMINISTRATORS.map((at) => ({ as: 'admin@portal.example', at })),
  ]
  const asked = sampled('screens with hostile rows', cases, 16)
  for (const as of new Set(asked.map((one) => one.as))) {
    const page = await aPage(portal, { as: { email: as, password: 'demo-Portal-2025' }, at: '/profile' })
    for (const { at } of asked.filter((one) => one.as === as)) wrong.push(...(await look(page, at)))
  }
  expect(wrong).toEqual([])
  // It was there to be shown.
  expect(shown.size).toBeGreaterThan(asked.length / 2)
  console.log(`hostile rows: ${asked.length} screens, ${shown.size} show what was planted`)
})
