import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import {
  type Actor,
  anAccount,
  anAdministrator,
  aPerson,
  aStaffMember,
  aTenant,
  PASSWORD,
} from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { askFor, attachTo } from '../support/document-requests.ts'
import { aDocument, pdf, sendFile } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { create } from '../support/purchase-orders.ts'

const NAME = 'Zdenka Erasable'

/** What may keep a name or an address of somebody erased, and why. */
const KEPT: Record<string, string> = {
  'portal.audit_sealed': 'the trail keeps it beside its hash until the retention of its rows ends',
  'portal.audit_log': 'what people wrote, as it was recorded: its rows never change',
  'portal.document_acknowledgements': 'a signature is kept with its document',
}
/** What is called a name or an address in other tables, and why no erasure has to rename it. */
const OF_OTHERS: Record<string, string[]> = {
  'things that were given a name': [
    ...['import_mappings', 'modules', 'roles', 'schema_migrations', 'uploads', 'ingest_sources', 'products'],
    ...['tenants', 'installation', 'tax_rates'],
  ],
  'gone with the account': [
    ...['profiles', 'saved_views', 'voice_told', 'users', 'passkeys', 'email_changes', 'temporary_access'],
  ],
  'deleted by address': ['mails', 'invitations', 'demo_requests'],
  'cards, with the name on them, are the company’s means of payment': ['payment_methods'],
  'renamed by whose file it is': ['purchase_order_files', 'document_request_files'],
}
/** Of files, goods and companies. */
const OF_THINGS = /^(file|item|product|client|customer|display|company|brand)_name$/
const STAGED = /^(staged|unassigned|sales|current_sales)_/

let portal: TestPortal
let superuser: Superuser
let administrator: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  administrator = await anAdministrator(portal)
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

/** Every place whose text has one of the words, whatever the column. */
async function placesSaying(words: string[]): Promise<Map<string, number>> {
  const columns = await superuser.rows<{ place: string; name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as place, a.attname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname in ('auth', 'portal') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype, 'varchar'::regtype)`,
  )
  const found = new Map<string, number>()
  for (const { place, name } of columns) {
    const n = await superuser.value<string>(
      `select count(*) from ${place} x where exists (select from unnest($1::text[]) w where position(lower(w) in lower(x.${name}::text)) > 0)`,
      [words],
    )
    if (Number(n) > 0) found.set(`${place}.${name}`, Number(n))
  }
  return found
}

describe('a person who was erased (J9)', () => {
  it('is named nowhere but where it is said why, and where people wrote of them is told', async () => {
    const tenant = await aTenant(portal, { clientCodes: ['A'] })
    const person = await aPerson(portal, {
      name: NAME,
      memberships: [{ tenantId: tenant, role: 'tenant_admin' }],
    })
    await anAccount(portal, { memberships: [{ tenantId: tenant, role: 'tenant_admin' }] })
    const service = await aStaffMember(portal, 'customer_service', [tenant])
    const quality = await aStaffMember(portal, 'quality')
    const said = async (answer: Promise<{ status: number; body: Json }>): Promise<Json> => {
      const { status, body } = await answer
      expect([status, body.code]).toEqual([200, undefined])
      return body
    }
    const issue = await said(
      person.post('/api/v1/issues', {
        ...{ title: 'Seals', description: 'Broken', type: 'other', priority: 'low' },
      }),
    )
    const greeting = `Dear ${NAME}, thank you`
    await said(service.post(`/api/v1/issues/${issue.id}/comments`, { text: greeting }))
    await said(person.post(`/api/v1/issues/${issue.id}/comments`, { text: 'Any news?' }))
    const talk = await said(
      person.post('/api/v1/conversations', { subject: 'When', text: 'When?', key: randomUUID() }),
    )
    await said(service.post(`/api/v1/conversations/${talk.id}/messages`, { text: 'Soon', key: randomUUID() }))
    await said(
      person.post('/api/v1/feedback', {
        ...{ overallSatisfaction: 5, easeOfUse: 5, featureCompleteness: 5, performance: 5, support: 5 },
        ...{ mostUsefulFeature: null, leastUsefulFeature: null, missingFeatures: null, improvements: null },
        ...{ additionalComments: null, wouldRecommend: null, contactForFollowUp: true },
      }),
    )
    const po = `/api/v1/purchase-orders/${await create(person, { lines: [] })}/files?name=a.pdf`
    expect((await sendFile(portal.url, person, po, pdf('po'))).status).toBe(200)
    expect((await attachTo(portal, person, await askFor(quality, tenant))).status).toBe(200)
    const legal = await aDocument(portal.url, quality, {
      ...{ title: 'Terms', shelves: ['legal'], category: 'agreement', type: 'terms' },
    })
    const signed = await person.post(`/api/v1/legal/documents/${legal}/acknowledgement`, {
      ...{ version: 1, password: PASSWORD },
    })
    expect([signed.status, signed.body]).toEqual([200, expect.anything()])
    const words = [NAME, person.email]
    const before = await placesSaying(words)
    for (const table of [
      'issues',
      'issue_entries',
      'conversations',
      'conversation_messages',
      'feedback',
      'purchase_order_files',
    ])
      expect(
        [...before.keys()].some((place) => place.startsWith(`portal.${table}.`)),
        table,
      ).toBe(true)

    await administrator.post(`/api/v1/admin/users/${person.userId}/state`, { state: 'deactivated' })
    const { body } = await administrator.post(`/api/v1/admin/users/${person.userId}/erasure`, {
      email: person.email,
    })
    expect(body.report, JSON.stringify(body)).toBeDefined()
    const told = new Map<string, string>(
      body.report.map(({ table, column, did, rows }: Json) => [
        column ? `portal.${table}.${column}` : table,
        `${did} ${rows}`,
      ]),
    )
    const left = [...(await placesSaying(words))].filter(
      ([place]) => !(place.slice(0, place.lastIndexOf('.')) in KEPT),
    )
    expect(left).toEqual([['portal.issue_entries.text', 1]])
    expect(told.get('portal.issue_entries.text')).toBe('look 1')
    expect(told.get('document_acknowledgements')).toBe('kept 1')
    expect(told.get('issue_entries')).toMatch(/^renamed [2-9]/)
    expect(told.get('users')).toBe('deleted 1')

    const { entries } = (await service.get(`/api/v1/issues/id:${issue.id}`)).body
    const alias = entries[0].author
    expect(alias).toMatch(/^Person [0-9A-F]{8}$/)
    const [feedback] = (await administrator.get('/api/v1/admin/feedback')).body.items
    expect([feedback.name, feedback.email, feedback.contactForFollowUp]).toEqual([alias, '', false])
    expect(await superuser.rows('select * from verify_audit()')).toEqual([])
  })

  it('is looked for in every column that can name somebody: one that is new says here what becomes of it', async () => {
    const columns = await superuser.rows<{ of_table: string; of_column: string }>(
      `select c.relname as of_table, a.attname as of_column
         from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace in ('auth'::regnamespace, 'portal'::regnamespace) and c.relkind in ('r', 'p') and a.attnum > 0
          and not a.attisdropped and a.atttypid in ('text'::regtype, 'text[]'::regtype)
          and a.attname ~ '(^|_)(name|email|holder|person)$'`,
    )
    const renamed = await superuser.rows<{ of_table: string; name_column: string }>(
      'select of_table, name_column from names_of_people()',
    )
    const known = new Set([
      ...renamed.map(({ of_table, name_column }) => `${of_table}.${name_column}`),
      'feedback.person_email',
    ])
    const others = Object.values(OF_OTHERS).flat()
    const open = columns.filter(
      ({ of_table, of_column }) =>
        !known.has(`${of_table}.${of_column}`) &&
        !others.includes(of_table) &&
        !OF_THINGS.test(of_column) &&
        !STAGED.test(of_table) &&
        !(`portal.${of_table}` in KEPT),
    )
    expect(open).toEqual([])
  })
})
