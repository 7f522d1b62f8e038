import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import type { AuditedWrite } from '../support/audited-write.ts'
import { auditedWrites } from '../support/audited-writes.ts'
import type { Json } from '../support/client.ts'
import { drawn } from '../support/drawn.ts'
import { LONG, size } from '../support/form.ts'
import { HOSTILE, inPortions } from '../support/hostile-texts.ts'
import { AS_BEFORE, BESIDE, NO_TEXT, READ, REFUSED } from '../support/naughty-fields.ts'
import { changing, type Sent, withText } from '../support/other-text.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { draft } from '../support/purchase-orders.ts'
import { takePaper } from '../support/read-paper.ts'
import { startSmtpReceiver } from '../support/smtp-receiver.ts'
import { startTestProvider, type TestProvider } from '../support/test-provider.ts'
import { type TextPath, textPaths } from '../support/text-paths.ts'
import { staySignedIn } from './clients.ts'

/** The Big List of Naughty Strings, and what would run in a page. */
const COLLECTION = '../shared/data/text/naughty-strings.json'
const TEXTS: string[] = [...HOSTILE, ...JSON.parse(fs.readFileSync(COLLECTION, 'utf8'))]
const PATHS = textPaths()
const reasonOf = ({ name }: TextPath) => NO_TEXT.find(([places]) => places.test(name))?.[1]
const FIELDS = PATHS.filter((path) => !reasonOf(path))

let portal: TestPortal
let payments: TestProvider
let superuser: Superuser
let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let tenant: number
let administrator: Actor
let writes: Record<string, AuditedWrite>
let [asked, kept] = [0, 0]
beforeAll(async () => {
  receiver = await startSmtpReceiver()
  payments = await startTestProvider()
  portal = await startTestPortal({
    ...{ SMTP_URL: receiver.url, MAIL_FROM: 'portal@maker.example', REPORTING_AS_OF: '2025-08-15' },
    ...payments.settings,
  })
  superuser = await connectSuperuser(portal.location)
  tenant = await aTenant(portal, { clientCodes: ['A-1'] })
  administrator = await anAdministrator(portal)
  await staySignedIn(portal)
  writes = auditedWrites(portal, superuser, tenant)
})
afterAll(async () => {
  console.log(`naughty strings: ${FIELDS.length} fields, ${asked} writes, ${kept} kept`)
  await superuser?.end()
  await portal?.close()
  await payments?.close()
  await receiver?.close()
})

const RUNS = `"'><img src=x onerror=window.ran=1><script>window.ran=1</script>`

// Before the others: each of them leaves people, and all that they are told of would go out first.
it('what would run in a page is text in a mail and on paper', async () => {
  const buyer = await aMember(portal, tenant, 'tenant_admin')
  const { id } = (await buyer.post('/api/v1/purchase-orders', draft({ lines: [], note: RUNS, shipTo: RUNS })))
    .body
  // Papers say who writes.
  await superuser.query(`update portal.installation set company_name = 'Maker', address = '1 Mill Street'`)
  const paper = await takePaper(portal, buyer, `/api/v1/purchase-orders/${id}/pdf`)
  expect(paper.pages.join('').replaceAll(/[|\s]/g, '')).toContain(RUNS.replaceAll(/\s/g, ''))
  const said = await administrator.post(`/api/v1/issues`, {
    ...{ type: 'other', priority: 'low', title: RUNS, description: RUNS, tenantId: tenant },
  })
  await buyer.post(`/api/v1/issues/${said.body.id}/comments`, { text: 'seen' })
  await administrator.post(`/api/v1/issues/${said.body.id}/comments`, { text: RUNS })
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

describe('every text of every write', () => {
  it('is a field with a trip, or stands in the list of those that are none', () => {
    for (const [places, reason] of NO_TEXT)
      expect([String(places), reason, PATHS.some(({ name }) => places.test(name))]).toEqual([
        ...[String(places), reason, true],
      ])
    const unknown = FIELDS.filter(({ name, endpoint }) => !(name in REFUSED || endpoint.name in READ))
    expect(unknown.map(({ name }) => name)).toEqual([])
    const names = PATHS.flatMap(({ name, endpoint }) => [name, endpoint.name])
    expect([...Object.keys(REFUSED), ...Object.keys(READ)].filter((name) => !names.includes(name))).toEqual(
      [],
    )
    expect(FIELDS.length).toBeGreaterThan(100)
  })

  it.each(FIELDS)('$name is read as it was written, or refused', trip, 1_800_000)
})

type Heard = { actor: Actor; sent: Sent; answer: { status: number; body: Json } }

/** What was asked for once more: a key of its own, and the version that the last answer told. */
function again({ sent, answer }: Heard, field: string, text: string): Sent {
  if (!String(sent.body).startsWith('{')) return withText(sent, field, text)
  const { key, wish, version, ...body } = JSON.parse(String(sent.body))
  const renewed = {
    ...(key && { key: randomUUID() }),
    ...(wish && { wish: randomUUID() }),
    ...(version !== undefined && { version: answer.body.version ?? version }),
  }
  return withText({ ...sent, body: JSON.stringify({ ...body, ...renewed }) }, field, text)
}

async function trip(where: TextPath) {
  const { endpoint, name, field, longest } = where
  const write = writes[endpoint.name] as AuditedWrite
  const beside = BESIDE[name] ?? BESIDE[endpoint.name]
  const refusedAs = REFUSED[name]
  // A file is called by its kind, too.
  const ending =
    endpoint.name.endsWith('/files') ||
    (/ name$/.test(name) && /documents(\/\{id\}\/versions)?$/.test(endpoint.path))
      ? '.pdf'
      : ''
  const most = longest - ending.length
  let last: Heard | undefined

  /** By the same person once more where that is another write; else all that it needs is arranged anew. */
  async function ask(text: string): Promise<Heard> {
    asked++
    await superuser.query('delete from auth.rate_windows')
    await superuser.query(AS_BEFORE[endpoint.name] ?? '')
    if (last && typeof last.sent.body === 'string') {
      const { actor } = last
      const { method, url, body, headers } = again(last, field, text)
      const { cookie: _, ...others } = headers
      const answer = await actor.send(method, url.slice(portal.url.length), body, { headers: others })
      if (answer.status === 200) last = { actor, answer, sent: { method, url, body, headers } }
      if (answer.status === 200 || isAbout(answer.body, field)) return { ...last, answer }
    }
    const actor = await (write.asker?.() ?? aMember(portal, tenant))
    await write.arrange?.(actor)
    const heard = await changing(
      endpoint,
      (sent) => withText(sent, field, text, beside),
      () => write.act(actor),
    )
    if (heard.answer.status === 200) last = { actor, ...heard }
    return { actor, ...heard }
  }

  const wrong: unknown[] = []
  let took = 0
  /** All of these in one write; where they are refused together, one half after the other. */
  async function take(texts: string[], between: string): Promise<void> {
    const text = texts.join(between) + ending
    const heard = await ask(text)
    const { status, body } = heard.answer
    // A name that reads alike is taken: the letters of mathematics fold to ordinary ones.
    if (status === 422 || body.code === 'name_taken' || refusedAs) {
      if (status < 400 || status >= 500 || body.code === undefined) wrong.push([text, status, body])
      if (texts.length === 1 || refusedAs) return
      const half = Math.ceil(texts.length / 2)
      await take(texts.slice(0, half), between)
      return take(texts.slice(half), between)
    }
    if (status !== 200) return void wrong.push([text, status, body])
    took += texts.length
    kept++
    const told = await read(where, heard)
    if (!told.some((one) => [text, text.trim(), text.normalize().trim()].includes(one)))
      wrong.push([text, 'read as', near(told, text)])
  }

  // It is asked for as it should be: what people write every day is taken, unless it must be the name of something.
  await take([`Heron ${randomUUID()}`.slice(0, most)], '')
  expect([wrong, took]).toEqual([[], refusedAs ? 0 : 1])
  if (LONG || !refusedAs) {
    const lines = (await ask('a\nb')).answer.status === 200 && longest > 500
    const portions = inPortions(TEXTS, most, lines ? '\n' : ' ')
    for (const portion of drawn(name, portions, size(2, refusedAs ? 3 : portions.length)))
      await take(portion, lines ? '\n' : ' ')
  }
  expect(wrong).toEqual([])
  if (LONG && !refusedAs) expect(took).toBeGreaterThan(1)
}

/** It is refused for this field, and not because it was done already. */
const isAbout = ({ code, errors = [] }: Json, field: string) =>
  code === 'validation' && errors.some(({ path }: Json) => path.split('.')[0] === field.split('.')[0])

/** Every text of what shows it, to the person who wrote it or, where READ says so, to an administrator. */
async function read(
  { endpoint: { name, path }, field }: TextPath,
  { actor, sent, answer }: Heard,
): Promise<string[]> {
  const at = (READ[`${name} ${field}`] ?? READ[name]) as string
  if (at === '') return textsOf(answer.body)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one as string)
  const place = new RegExp(`^/api/v1${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  const [, ...values] = place.exec(new URL(sent.url).pathname) ?? []
  const ids = {
    ...{ tenant, id: answer.body?.ids?.[0] },
    ...answer.body,
    ...Object.fromEntries(names.map((one, n) => [one, values[n]])),
  }
  const address = at.replace('admin:', '').replaceAll(/\{(\w+)\}/g, (_, one) => String(ids[one]))
  const shown = await (at.startsWith('admin:') ? administrator : actor).get(`/api/v1${address}`)
  if (shown.status !== 200) throw new Error(`${address} answered ${shown.status}`)
  return textsOf(shown.body)
}

const textsOf = (value: Json): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(textsOf)
      : []

/** What it was probably read as. */
const near = (told: string[], text: string) =>
  told.filter((one) => one.includes(text.trim().slice(0, 4)) || text.includes(one.slice(0, 20))).slice(0, 3)

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
