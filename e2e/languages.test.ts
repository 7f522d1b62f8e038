import fs from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPage, open, settled } from './support/browser.ts'
import { allowFault } from './support/faults.ts'
import { orderRows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { salesRows } from './support/sales.ts'
import { expectNoEnglish } from './support/words.ts'

let portal: Portal
let people: Record<keyof typeof SCREENS, Person | undefined>
/** What stands for a part of an address: an id, or what the link of a mail carries. */
const parts: Record<string, string> = {}

beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-20' })
  const tenant = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  await portal.ingest('orders', [...orderRows('LOST', 3), ...orderRows('NH', 3)])
  await portal.ingest('sales-history', [...salesRows('NH')])
  people = {
    administrator: await portal.aPerson({ administrator: true }),
    staff: await portal.aPerson({ staff: 'quality' }),
    member: await portal.aPerson({ tenants: [tenant], role: 'tenant_admin' }),
    newcomer: await portal.aPerson({ tenants: [await aStrictTenant()] }),
    visitor: undefined,
  }
  const id = 'select user_id as id from portal.profiles where email = $1'
  parts.person = await one(id, people.member?.email)
  parts.tenant = String(tenant)
  parts.reset = await linkMailed('reset_link', '/api/auth/password/forgot', { email: people.member?.email })
  const invited = { emails: ['nora@test.example'], role: 'viewer' }
  parts.invitation = await linkMailed('invitation', '/api/v1/members/invitations', invited, people.member)
})

const one = async (statement: string, ...values: unknown[]) =>
  String(Object.values((await portal.database(statement, values))[0] ?? {})[0])
async function aStrictTenant() {
  const strict = await portal.aTenant()
  await portal.database('update portal.tenants set requires_second_factor = true where id = $1', [strict])
  return strict
}
/** Asks for a mail, signed in or not; answers what its link carries. */
async function linkMailed(kind: string, path: string, data: object, as?: Person) {
  const send = (to: string, body: object, cookie = '') => {
    const headers = { origin: portal.url, 'content-type': 'application/json', cookie }
    return fetch(`${portal.url}${to}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const lines = as ? (await send('/api/auth/sign-in/email', as)).headers.getSetCookie() : []
  const answer = await send(path, data, lines.map((line) => line.split(';')[0]).join('; '))
  expect(answer.status, await answer.text()).toBe(200)
  return one('select secret from auth.mails where kind = $1 order by id desc limit 1', kind)
}
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
    ...['sessions', 'demo-requests', 'documents/upload', 'users/{person}', 'tenants/{tenant}'],
  ].map((at) => (at.startsWith('/') ? at : `/admin/${at}`)),
  staff: [...EVERYBODY, '/admin/documents'],
  member: [...EVERYBODY, ...OF_CLIENTS, '/orders/purchase-orders/new', '/members'],
  newcomer: ['/second-factor'],
  visitor: [
    ...['/acces', '/forgot', '/reset', '/reset#{reset}', '/invitation', '/invitation#{invitation}'],
    ...['/email', '/setup'],
  ],
}
/** What a button of a screen opens; the button as its message is called. */
const DIALOGS: Record<'administrator' | 'member', [at: string, button: string][]> = {
  administrator: [
    ['/admin/tenants', 'clients.new'],
    ['/admin/tenants/{tenant}', 'viewing.open'],
    ['/admin/tenants/{tenant}', 'clients.suspend'],
    ['/admin/tenants/{tenant}', 'unassigned.addCode'],
    ['/admin/ingestion', 'upstream.issue'],
    ['/admin/ingestion', 'upstream.changeInterval'],
    ['/admin/users', 'users.invite'],
    ['/admin/users/{person}', 'users.deactivate'],
    ['/admin/users/{person}', 'users.changeEmail'],
    ['/admin/roles', 'rolesPage.create'],
    ['/admin/temporary-access', 'temporaryAccess.issue'],
    ['/admin/announcements', 'announcements.new'],
    ['/admin/unassigned', 'unassigned.assign'],
    ['/document-requests', 'documentRequests.ask'],
  ],
  member: [
    ['/members', 'members.invite'],
    ['/members', 'members.changeRole'],
    ['/members', 'members.remove'],
    ['/security', 'ownEmail.change'],
  ],
}
/** Some two hundred screens and dialogs are opened, one after the other. */
const CEILING_MS = 900_000
const LANGUAGES = ['fr-CA', 'de', 'es'] as const
const SPOKEN = (Object.keys(SCREENS) as (keyof typeof SCREENS)[]).flatMap((who) =>
  LANGUAGES.flatMap((lang) => SCREENS[who].map((at) => ({ who, lang, at }))),
)

const OPENED = (['administrator', 'member'] as const).flatMap((who) =>
  LANGUAGES.flatMap((lang) => DIALOGS[who].map(([at, button]) => ({ who, lang, at, button }))),
)
const filled = (at: string) => at.replace(/\{(\w+)\}/g, (_, part) => parts[part] ?? '')

/** A screen in a language; what a mail's link carries comes behind everything else. */
async function goTo(page: Page, address: string, lang: (typeof LANGUAGES)[number]) {
  const [at = '', carried] = filled(address).split('#')
  // Of one document after the other, whose link is another one.
  if (carried) await page.goto('about:blank')
  await (carried ? open(page, `${at}?lang=${lang}#${carried}`) : open(page, at, { lang }))
}

test(
  'no screen speaks English in another language, whoever looks at it',
  async () => {
    const rows = [...orderRows('LOST', 3), ...orderRows('NH', 3), ...salesRows('NH')]
    const data = new Set(rows.flatMap((row) => Object.values(row).map(String)))
    const wrong: string[] = []
    const asked = SPOKEN
    for (const who of Object.keys(SCREENS) as (keyof typeof SCREENS)[]) {
      const theirs = asked.filter((one) => one.who === who)
      if (theirs.length === 0) continue
      const page = await aPage(portal, { ...(people[who] && { as: people[who] }) })
      // Of a link that is none, and of a session that may see nothing before its second factor.
      if (who === 'visitor' || who === 'newcomer') allowFault(page.context(), /^(401|404|422) /)
      for (const { lang, at } of theirs) {
        await goTo(page, at, lang)
        await expectNoEnglish(page, lang, data).catch((fault) =>
          wrong.push(String(fault.message).slice(0, 900)),
        )
      }
    }
    expect(wrong).toEqual([])
  },
  CEILING_MS,
)

test(
  'no dialog does either',
  async () => {
    const data = new Set(orderRows('LOST', 3).flatMap((row) => Object.values(row).map(String)))
    const wrong: string[] = []
    const asked = OPENED
    for (const who of ['administrator', 'member'] as const) {
      const theirs = asked.filter((one) => one.who === who)
      if (theirs.length === 0) continue
      const page = await aPage(portal, { as: people[who] as Person })
      for (const { lang, at, button } of theirs) {
        await goTo(page, at, lang)
        await page
          .getByRole('button', { name: said(lang, button), exact: true })
          .first()
          .press('Enter')
        await page.getByRole('dialog').first().waitFor()
        await settled(page)
        await expectNoEnglish(page, lang, data).catch((fault) =>
          wrong.push(`${button}: ${String(fault.message).slice(0, 900)}`),
        )
      }
    }
    expect(wrong).toEqual([])
  },
  CEILING_MS,
)

/** A message of the language, by its name. */
function said(lang: string, name: string): string {
  const all = JSON.parse(fs.readFileSync(new URL(`../messages/${lang}.json`, import.meta.url), 'utf8'))
  return name.split('.').reduce((part, key) => part[key], all)
}
