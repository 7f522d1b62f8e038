import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NOTICE_CHANNELS, NOTICE_SUBJECTS } from '../../src/platform/contract/notices.ts'
import { startMailWorker } from '../../src/platform/server/mail/mail-worker.ts'
import { openSmtp } from '../../src/platform/server/mail/smtp-transport.ts'
import { createUnsubscribeLinks } from '../../src/platform/server/mail/unsubscribe-links.ts'
import { type Actor, aMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { startSmtpReceiver } from '../support/smtp-receiver.ts'

let portal: TestPortal
let tenant: number
beforeAll(async () => {
  portal = await startTestPortal()
  tenant = await aTenant(portal)
})
afterAll(() => portal?.close())

const links = () => createUnsubscribeLinks(portal.secrets.hashing)
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]

type Told = { kind?: string; id?: number; subject?: string; minutes?: number; facts?: object }
/** Something worth telling this person, so many minutes ago. */
const tell = (
  person: Actor,
  { kind = 'issue_commented', id = 1, subject = 'conversations', minutes = 0, facts }: Told = {},
) =>
  peek(
    portal,
    `insert into portal.notice_queue (tenant_id, kind, subject, to_people, facts, created_at)
      values ($1, $2, $3, array[$4], $5, now() - make_interval(mins => $6))`,
    [
      ...[tenant, kind, subject, person.userId],
      JSON.stringify(facts ?? { id, issue: id, subject: 'Broken seals', act: 'resolve' }),
      minutes,
    ],
  )
const mailsOf = (person: Actor) =>
  peek(
    portal,
    `select id, state, thread, jsonb_array_length(details -> 'notices') as told from auth.mails
      where user_id = $1 and kind = 'notices' order by id`,
    [person.userId],
  )
const told = async (person: Actor) => (await mailsOf(person)).map(({ thread, told: n }) => [thread, n])
/** Five minutes are over. */
const wait = (person: Actor) =>
  peek(
    portal,
    `update portal.notices set mail_at = now() where user_id = $1 and mail_at between now() and now() + interval '5 minutes'`,
    [person.userId],
  )
const noticed = (person: Actor, count: number) =>
  expect
    .poll(
      async () =>
        (
          await peek(portal, 'select count(*)::int as n from portal.notices where user_id = $1', [
            person.userId,
          ])
        )[0].n,
    )
    .toBe(count)
const choices = (off: string[] = [], more: object = {}) => ({
  subjects: Object.fromEntries(
    NOTICE_SUBJECTS.map((subject) => [
      subject,
      Object.fromEntries(NOTICE_CHANNELS.map((way) => [way, way !== 'mail' || !off.includes(subject)])),
    ]),
  ),
  ...{ rhythm: 'at_once', quiet: null, version: 0, ...more },
})

describe('mails of one thread within five minutes', () => {
  it('are one message for each person, and each thread has its own', async () => {
    const [one, other] = [await aMember(portal, tenant), await aMember(portal, tenant)]
    for (const person of [one, other]) {
      await tell(person, { id: 4 })
      await tell(person, { id: 4, kind: 'issue_moved' })
      await tell(person, { id: 5 })
    }
    await noticed(one, 3)
    await noticed(other, 3)
    expect(await mailsOf(one)).toEqual([])
    await wait(one)
    await wait(other)
    for (const person of [one, other])
      await expect
        .poll(() => told(person))
        .toEqual([
          [`issue-${tenant}-4`, 2],
          [`issue-${tenant}-5`, 1],
        ])
  })

  it('what is said last goes along with what is due first, and nothing of another thread does', async () => {
    const person = await aMember(portal, tenant)
    await tell(person, { id: 6 })
    await tell(person, { id: 7 })
    await noticed(person, 2)
    // Six is due; what comes to it now is not waited for five minutes more.
    await portal.owner(async (tx) => {
      await sql`insert into portal.notices (tenant_id, user_id, event_id, kind, subject, facts, created_at, in_portal, in_browser, mail_at)
        select tenant_id, user_id, -event_id, kind, subject, facts, now(), true, false, now() + interval '5 minutes'
          from portal.notices where user_id = ${person.userId} and facts ->> 'id' = '6'`.execute(tx)
      await sql`update portal.notices set mail_at = now() where user_id = ${person.userId} and event_id > 0 and facts ->> 'id' = '6'`.execute(
        tx,
      )
    })
    await expect.poll(() => told(person)).toEqual([[`issue-${tenant}-6`, 2]])
  })

  it('what belongs to no thread goes together, as it did, and at once', async () => {
    const person = await aMember(portal, tenant)
    const titles = { titles: { en: 'Closed on Monday' } }
    await tell(person, { kind: 'announcement', subject: 'announcements', facts: titles })
    await expect.poll(() => told(person)).toEqual([[null, 1]])
  })

  it('who wants them together in the morning has one mail of everything but what is always at once', async () => {
    const person = await aMember(portal, tenant)
    await person.send('PUT', '/api/v1/notices/choices', choices([], { rhythm: 'daily' }))
    const order = { id: 3, order: 'PO-3' }
    await tell(person, { kind: 'po_accepted', subject: 'purchase_orders', facts: order })
    await tell(person, { kind: 'po_submitted', subject: 'purchase_orders', facts: { ...order, id: 4 } })
    await tell(person, { id: 9 })
    await noticed(person, 3)
    await peek(portal, `update portal.notices set mail_at = now() where user_id = $1`, [person.userId])
    await expect
      .poll(async () => (await told(person)).toSorted())
      .toEqual([
        [null, 2],
        [`issue-${tenant}-9`, 1],
      ])
  })
})

describe('in the reader’s mail program', () => {
  let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
  let worker: ReturnType<typeof startMailWorker>
  beforeEach(async () => {
    await portal.owner((tx) => sql`delete from auth.mails`.execute(tx))
    receiver = await startSmtpReceiver()
    worker = startMailWorker({
      mails: portal.signIn.mails,
      transport: openSmtp(receiver.url, 'Lotline <portal@maker.example>', '6f1f5c1e'),
      log: pino({ level: 'silent' }),
      origin: 'https://portal.example',
      sender: () => ({ brandName: 'Lotline', legalName: null, address: null }),
      unsubscribe: links(),
    })
  })
  afterEach(async () => {
    await worker.stop()
    await receiver.close()
  })
  const arrived = async (count: number) => {
    await expect.poll(() => receiver.mails.length, { timeout: 15_000 }).toBe(count)
    return receiver.mails.map(({ source }) => {
      const head = source.slice(0, source.indexOf('\n\n')).replace(/\n[ \t]+/g, ' ')
      return { source, of: (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] }
    })
  }
  const ROOT = () => `<thread-6f1f5c1e-issue-${tenant}-4@maker.example>`

  it('the mails of a thread are one: they name those before them, and have one subject', async () => {
    const person = await aMember(portal, tenant)
    for (const [index, kind] of ['issue_commented', 'issue_moved', 'issue_commented'].entries()) {
      await tell(person, { id: 4, kind, minutes: 10 })
      await arrived(index + 1)
    }
    const [first, second, third] = await arrived(3)
    const ids = [first, second, third].map((mail) => mail?.of('Message-ID'))
    expect(new Set(ids).size).toBe(3)
    expect([first, second, third].map((mail) => mail?.of('References'))).toEqual([
      ROOT(),
      `${ROOT()} ${ids[0]}`,
      `${ROOT()} ${ids[0]} ${ids[1]}`,
    ])
    expect([first, second, third].map((mail) => mail?.of('In-Reply-To'))).toEqual([undefined, ids[0], ids[1]])
    expect([first, second, third].map((mail) => mail?.of('Subject'))).toEqual(
      Array(3).fill('Lotline: Issue #4: Broken seals'),
    )
  })

  it('a mail whose last answer was lost is among those before; one that was refused is not', async () => {
    const person = await aMember(portal, tenant)
    receiver.behave('vanish')
    await tell(person, { id: 4, minutes: 10 })
    await expect.poll(async () => (await mailsOf(person))[0]?.state, { timeout: 15_000 }).toBe('unsure')
    receiver.behave('refuse')
    await tell(person, { id: 4, minutes: 10 })
    await expect.poll(async () => (await mailsOf(person))[1]?.state, { timeout: 15_000 }).toBe('failed')
    receiver.behave('take')
    await tell(person, { id: 4, minutes: 10 })
    const [unsure, third] = await arrived(2)
    expect(third?.of('References')).toBe(`${ROOT()} ${unsure?.of('Message-ID')}`)
  })

  it('one click turns that kind off, for this person alone', async () => {
    const [person, other] = [await aMember(portal, tenant), await aMember(portal, tenant)]
    await person.send('PATCH', '/api/v1/profile', { version: 1, language: 'fr-CA' })
    await tell(person, { id: 4, minutes: 10 })
    const [mail] = await arrived(1)
    const link = /^<(https:\/\/portal\.example\/unsubscribe\?token=[\w.-]+)>$/.exec(
      mail?.of('List-Unsubscribe') ?? '',
    )?.[1] as string
    expect(mail?.of('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const plain = mail?.source.replaceAll('=\n', '').replaceAll('=3D', '=')
    expect(plain).toContain(link)
    expect(plain).toMatch(/Ne plus recevoir de courriels sur ces sujets.*Conversations et signalements/)
    const address = link.replace('https://portal.example', portal.url)
    // Looking at it changes nothing, in the page and for what looks at the links of mails.
    await fetch(address)
    const token = new URL(link).searchParams.get('token') as string
    const look = () => createClient(portal.url).post('/api/auth/unsubscribe/look', { token })
    expect((await look()).body).toEqual({ subjects: ['conversations'], on: true })
    expect((await fetch(address, { method: 'POST' })).status).toBe(404)
    expect((await look()).body).toMatchObject({ on: true })
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const clicked = await fetch(address, { method: 'POST', body: form, redirect: 'manual' })
    expect([clicked.status, clicked.headers.getSetCookie()]).toEqual([200, []])
    const multipart = new FormData()
    multipart.set('List-Unsubscribe', 'One-Click')
    expect((await fetch(address, { method: 'POST', body: multipart })).status).toBe(200)
    expect((await look()).body).toEqual({ subjects: ['conversations'], on: false })
    const { subjects, version } = (await person.get('/api/v1/notices/choices')).body
    expect([subjects.conversations, subjects.orders, version]).toEqual([
      { portal: true, mail: false, browser: true },
      { portal: true, mail: true, browser: true },
      1,
    ])
    expect((await other.get('/api/v1/notices/choices')).body.subjects.conversations.mail).toBe(true)
    // Once: the second click changed nothing.
    expect(
      await peek(
        portal,
        `select new from portal.audit_log where action = 'notices.unsubscribed' and actor = $1`,
        [person.userId],
      ),
    ).toEqual([{ new: { subjects: { conversations: { mail: false } } } }])
    await tell(person, { id: 4, minutes: 10 })
    await tell(other, { id: 4, minutes: 10 })
    expect((await arrived(2))[1]).toMatchObject({ source: expect.stringContaining(other.email) })
    expect(await mailsOf(person)).toHaveLength(1)
  })
})

describe('the link of a mail', () => {
  const ask = (what: string, token: string) =>
    createClient(portal.url).post(`/api/auth/unsubscribe/${what}`, { token })

  it('is refused when it is forged, damaged, of nobody or more than a year old', async () => {
    const person = await aMember(portal, tenant)
    const of = { userId: person.userId, subjects: ['orders' as const] }
    const good = links().of(of, new Date())
    const [text, signed] = good.split('.') as [string, string]
    const other = Buffer.from(JSON.stringify([person.userId, ['finance'], Date.now()])).toString('base64url')
    const tokens = [
      ...[
        'x',
        text,
        `${text}.`,
        `.${signed}`,
        `${other}.${signed}`,
        `${good}.x`,
        `${text}.${signed.slice(2)}`,
      ],
      createUnsubscribeLinks('another secret of another installation').of(of, new Date()),
      links().of(of, new Date(Date.now() - 366 * 24 * 3_600_000)),
      links().of({ ...of, userId: 'nobody' }, new Date()),
    ]
    for (const token of tokens)
      for (const what of ['look', 'confirm'])
        expect([token, what, ...said(await ask(what, token))]).toEqual([token, what, 404, 'unsubscribe_void'])
    for (const token of tokens) {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      const clicked = await fetch(`${portal.url}/unsubscribe?token=${token}`, { method: 'POST', body })
      expect([token, clicked.status]).toEqual([token, 404])
    }
    expect((await ask('look', good)).body).toEqual({ subjects: ['orders'], on: true })
    expect(said(await createClient(portal.url).post('/api/auth/unsubscribe/look', {}))).toEqual([
      422,
      'validation',
    ])
  })

  it('keeps what was chosen otherwise, and is counted by where it is asked from', async () => {
    const person = await aMember(portal, tenant)
    await person.send('PUT', '/api/v1/notices/choices', choices(['finance'], { rhythm: 'weekly' }))
    const token = links().of({ userId: person.userId, subjects: ['orders', 'documents'] }, new Date())
    expect((await ask('confirm', token)).body).toEqual({ ok: true })
    const { rhythm, version, subjects } = (await person.get('/api/v1/notices/choices')).body
    const off = Object.keys(subjects).filter((subject) => !subjects[subject].mail)
    expect([rhythm, version, off]).toEqual(['weekly', 2, ['orders', 'documents', 'finance']])
    const answers = await Promise.all(Array.from({ length: 240 }, () => ask('look', 'x')))
    expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([404, 429])
  })
})
