import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { addressOf, facts, pdf, sendFile } from '../support/documents.ts'
import { HOSTILE, inPortions } from '../support/hostile-texts.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { takePaper } from '../support/read-paper.ts'
import { startSmtpReceiver } from '../support/smtp-receiver.ts'
import { readZip } from '../support/xlsx.ts'

/** The Big List of Naughty Strings, and what would run in a page. */
const COLLECTION = '../shared/data/text/naughty-strings.json'
const TEXTS: string[] = [...HOSTILE, ...JSON.parse(fs.readFileSync(COLLECTION, 'utf8'))]

let portal: TestPortal
let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let tenant: number
let buyer: Actor
let administrator: Actor
beforeAll(async () => {
  receiver = await startSmtpReceiver()
  portal = await startTestPortal({ SMTP_URL: receiver.url, MAIL_FROM: 'portal@maker.example' })
  tenant = await aTenant(portal, { clientCodes: ['A'] })
  buyer = await aMember(portal, tenant, 'tenant_admin')
  administrator = await anAdministrator(portal)
  const send = sender(portal.url, await aKey(portal))
  await send('products', [{ 'Item No': 'P-1', Name: 'Capsules' }])
  await send('orders', [order('O-1', { 'Client Code': 'A', 'Ord No': 'SO-1' })])
  await send('order-lines', [{ Primary: 'O-1', 'Line No': 1, 'Item No': 'P-1' }])
})
afterAll(async () => {
  await portal?.close()
  await receiver?.close()
})

type Answer = { status: number; body: Json }
type Trip = {
  longest: number
  /** One line: a text of its own for each. */
  line?: true
  write: (text: string) => Promise<Answer>
  /** What is shown of it to whoever reads it. */
  read: (written: Json) => Promise<unknown>
}
const body = async (answer: Promise<Answer>) => (await answer).body
let issue = 0
let conversation = 0
const v1 = '/api/v1'
const report = (more: object) =>
  buyer.post(`${v1}/issues`, {
    ...{ type: 'other', priority: 'low', title: 'x', description: 'x', ...more },
  })
const anIssue = async () => (issue ||= (await body(report({}))).id)
const open = (more: object) =>
  buyer.post(`${v1}/conversations`, { subject: 'x', text: 'x', key: randomUUID(), ...more })
const aConversation = async () => (conversation ||= (await body(open({}))).id)
const draft = (more: object) =>
  buyer.post(`${v1}/purchase-orders`, {
    ...{ poNo: null, requestedDate: null, shipTo: null, note: null, lines: [], ...more },
  })
const ofDraft =
  (field: string) =>
  async ({ id }: Json) => {
    const detail = await body(buyer.get(`${v1}/purchase-orders/${id}`))
    return field === 'poNo' ? detail.purchaseOrder.poNo : detail[field]
  }
const inbox = async (path: string, field: string) =>
  (await body(administrator.get(`${v1}/admin/${path}?limit=1`))).items[0][field]

const TRIPS: Record<string, Trip> = {
  'an issue’s description': {
    longest: 10_000,
    write: (text) => report({ description: text }),
    read: async ({ id }) => (await body(buyer.get(`${v1}/issues/id:${id}`))).issue.description,
  },
  'an issue’s title': {
    ...{ longest: 200, line: true },
    write: (title) => report({ title }),
    read: async ({ id }) => (await body(buyer.get(`${v1}/issues/id:${id}`))).issue.title,
  },
  'a comment on an issue': {
    longest: 10_000,
    write: async (text) => buyer.post(`${v1}/issues/${await anIssue()}/comments`, { text }),
    read: async () => (await body(buyer.get(`${v1}/issues/id:${issue}`))).entries.at(-1).text,
  },
  'a message': {
    longest: 10_000,
    write: async (text) =>
      buyer.post(`${v1}/conversations/${await aConversation()}/messages`, { text, key: randomUUID() }),
    read: async () =>
      (await body(buyer.get(`${v1}/conversations/${conversation}/messages?limit=1`))).items[0].text,
  },
  'a conversation’s subject': {
    ...{ longest: 200, line: true },
    write: (subject) => open({ subject }),
    read: async ({ id }) => (await body(buyer.get(`${v1}/conversations/${id}`))).subject,
  },
  'a purchase order’s note': {
    longest: 2000,
    write: (note) => draft({ note }),
    read: ofDraft('note'),
  },
  'a purchase order’s address': {
    longest: 500,
    write: (shipTo) => draft({ shipTo }),
    read: ofDraft('shipTo'),
  },
  'a purchase order’s number': {
    ...{ longest: 60, line: true },
    write: (poNo) => draft({ poNo }),
    read: ofDraft('poNo'),
  },
  'a comment on a phase': {
    longest: 2000,
    write: (text) => buyer.post(`${v1}/roadmap/next/comments`, { text }),
    read: async () => (await body(buyer.get(`${v1}/roadmap/next/comments?limit=1`))).items[0].text,
  },
  feedback: {
    longest: 4000,
    write: (improvements) => buyer.post(`${v1}/feedback`, { improvements }),
    read: () => inbox('feedback', 'improvements'),
  },
  'one’s own name': {
    ...{ longest: 200, line: true },
    write: async (name) =>
      buyer.send('PATCH', `${v1}/profile`, {
        name,
        version: (await body(buyer.get(`${v1}/profile`))).version,
      }),
    read: async () => (await body(buyer.get(`${v1}/profile`))).name,
  },
  'one’s own address': {
    longest: 500,
    write: async (address) =>
      buyer.send('PATCH', `${v1}/profile`, {
        ...{ address, version: (await body(buyer.get(`${v1}/profile`))).version },
      }),
    read: async () => (await body(buyer.get(`${v1}/profile`))).address,
  },
  'an internal note': {
    longest: 10_000,
    write: async (text) => administrator.post(`${v1}/issues/${await anIssue()}/notes`, { text }),
    read: async () => (await body(administrator.get(`${v1}/issues/id:${issue}`))).desk.notes.at(-1).text,
  },
  'an announcement': {
    longest: 2000,
    write: (text) =>
      administrator.post(`${v1}/admin/announcements`, {
        ...{ kind: 'information', tenantIds: null, startsAt: '2026-01-01T00:00:00Z', endsAt: null },
        texts: [{ language: 'en', title: 'x', text }],
      }),
    read: async () => (await body(buyer.get(`${v1}/announcements`))).items[0].text,
  },
  'what a client is asked for': {
    ...{ longest: 200, line: true },
    write: (title) => administrator.post(`${v1}/document-requests`, { tenantIds: [tenant], title }),
    read: async ({ ids }) => (await body(buyer.get(`${v1}/document-requests/${ids[0]}`))).request.title,
  },
  'a document’s description': {
    longest: 1000,
    write: (description) =>
      sendFile(portal.url, administrator, addressOf('a.pdf', facts({ description })), pdf('naughty')),
    read: async ({ id }) => (await body(administrator.get(`${v1}/admin/documents/${id}`))).description,
  },
  'a claim': {
    longest: 500,
    write: (text) =>
      administrator.post(`${v1}/admin/claims`, {
        ...{ kind: 'operator', proof: null, statedOn: '2026-01-01' },
        texts: { en: text, 'fr-CA': '', de: '', es: '' },
      }),
    read: async ({ id }) =>
      (await body(buyer.get(`${v1}/public/claims`))).items.find((one: Json) => one.id === id).texts.en,
  },
}

it.each(Object.entries(TRIPS))(
  '%s is read as it was written, or refused with nothing kept',
  async (name, { longest, line, write, read }) => {
    const wrong: unknown[] = []
    let taken = 0
    // A person may write 240 times a minute: of single lines as many as that leaves room for, another choice for each field.
    const lines = TEXTS.filter(({ length }) => length <= longest)
    const begin = name.length % 7
    const texts = line
      ? lines.filter((_, at) => at < HOSTILE.length || at % 14 === begin)
      : inPortions(TEXTS, longest)
    for (const text of texts) {
      const { status, body: written } = await write(text)
      if (status === 422) continue
      taken += 1
      if (status !== 200) wrong.push([text, status, written])
      else if ((await read(written)) !== text.trim()) wrong.push([text, await read(written)])
    }
    expect(wrong).toEqual([])
    expect(taken).toBeGreaterThan(texts.length / 2)
    await peek(portal, 'delete from auth.rate_windows')
  },
)

const RUNS = `"'><img src=x onerror=window.ran=1><script>window.ran=1</script>`
const FORMULA = '=HYPERLINK("https://evil.example","x")'

it('no cell of an export is a formula', async () => {
  await draft({ poNo: FORMULA })
  const path = `${v1}/purchase-orders/export`
  const { status, body: csv } = await buyer.get(`${path}?format=csv`)
  expect(status).toBe(200)
  const cells = [...String(csv).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/gm)].map(
    ([, quoted, plain]) => (quoted ?? plain ?? '').replaceAll('""', '"'),
  )
  expect(cells.filter((cell) => cell.startsWith('=') || cell.startsWith('@'))).toEqual([])
  expect(cells).toContain(`'${FORMULA}`)
  // In a workbook it is text by its type.
  const [cookie] = [...buyer.cookies].map(([name, value]) => `${name}=${value}`)
  const answer = await fetch(`${portal.url}${path}?format=xlsx`, { headers: { cookie: String(cookie) } })
  const files = readZip(Buffer.from(await answer.arrayBuffer()))
  expect([...files.values()].filter((xml) => xml.includes('<f>'))).toEqual([])
  expect(files.get('xl/worksheets/sheet1.xml')).toContain('=HYPERLINK(')
})

it('what would run in a page is text in a mail and on paper', async () => {
  const { id } = await body(draft({ note: RUNS, shipTo: RUNS }))
  // Papers say who writes.
  await peek(portal, `update portal.installation set company_name = 'Maker', address = '1 Mill Street'`)
  const paper = await takePaper(portal, buyer, `${v1}/purchase-orders/${id}/pdf`)
  expect(paper.pages.join('').replaceAll(/[|\s]/g, '')).toContain(RUNS.replaceAll(/\s/g, ''))
  const said = await administrator.post(`${v1}/issues`, {
    ...{ type: 'other', priority: 'low', title: RUNS, description: RUNS, tenantId: tenant },
  })
  await buyer.post(`${v1}/issues/${said.body.id}/comments`, { text: 'seen' })
  await administrator.post(`${v1}/issues/${said.body.id}/comments`, { text: RUNS })
  // It comes together with what else happens in these minutes; here it goes at once.
  await expect
    .poll(async () => {
      await portal.owner((tx) =>
        sql`update portal.notices set mail_at = now() where mail_at is not null`.execute(tx),
      )
      return receiver.mails.some(
        ({ to, source }) => to === buyer.email && markupOf(source).includes('window.ran'),
      )
    })
    .toBe(true)
  for (const { source } of receiver.mails)
    expect(markupOf(source)).not.toMatch(/<(script|img)[^>]*(ran|onerror)/)
})

/** The part of a mail that is read as markup. */
function markupOf(source: string): string {
  const part = source.split(/^--.*$/m).find((one) => /content-type: text\/html/i.test(one)) ?? ''
  const [head = '', ...body] = part.trim().split('\n\n')
  const coded = body.join('\n\n')
  return /base64/i.test(head)
    ? Buffer.from(coded, 'base64').toString('utf8')
    : coded
        .replaceAll('=\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
