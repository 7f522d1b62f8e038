import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, anAdministrator } from '../support/actors.ts'
import { size } from '../support/form.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { startSmtpReceiver } from '../support/smtp-receiver.ts'
import { startBeside } from './support/beside.ts'
import { openProof } from './support/proof.ts'

const EVENTS = size(240, 10_000)
const KILLS = size(3, 20)
const PEOPLE = 3

const proof = openProof('notice-loss')
let portal: TestPortal
let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let processes: Awaited<ReturnType<typeof startBeside>>[]
let people: Actor[]
const start = () => startBeside(portal, { SMTP_URL: receiver.url, MAIL_FROM: 'portal@maker.example' })
beforeAll(async () => {
  portal = await startTestPortal()
  people = await Promise.all(Array.from({ length: PEOPLE }, () => anAdministrator(portal)))
  receiver = await startSmtpReceiver()
  processes = await Promise.all([start(), start()])
})
afterAll(async () => {
  for (const { stop } of processes ?? []) await stop()
  await receiver?.close()
  await portal?.close()
})

/** Into the line, as what people do puts it there; each with a name of its own that stands in notice and mail. */
const nameOf = (at: number) => `N${String(at).padStart(6, '0')}Z`
const queue = (from: number, to: number) =>
  peek(
    portal,
    `insert into portal.notice_queue (tenant_id, kind, subject, permission, to_members, to_staff, facts)
     select 0, 'feedback_sent', 'administration', 'feedback.manage', false, true,
       jsonb_build_object('id', n, 'name', 'N' || lpad(n::text, 6, '0') || 'Z', 'contact', 'false') from generate_series($1::int, $2::int) n`,
    [from, to],
  )
const count = async (what: string): Promise<number> =>
  (await peek(portal, `select count(*)::int as n from ${what}`))[0].n

/** How often each name was told to each person: in whole texts, however a mail breaks its lines. */
const toldIn = (texts: { to: string; text: string }[]) => {
  const told = new Map<string, number>()
  for (const { to, text } of texts)
    for (const name of new Set(text.replace(/=\r?\n/g, '').match(/N\d{6}Z/g)))
      told.set(`${to} ${name}`, (told.get(`${to} ${name}`) ?? 0) + 1)
  return told
}
const twice = (told: Map<string, number>) => [...told].filter(([, times]) => times > 1)

it('one event is one notice and at most one mail for each person, whenever servers are killed while they work it off', async () => {
  let caught = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const from = Math.floor((EVENTS * kill) / KILLS) + 1
    await queue(from, Math.floor((EVENTS * (kill + 1)) / KILLS))
    await sleep(proof.random() * 150)
    // Whichever is at it: one is enough for what is left, so that both are met in the middle of it.
    if ((await count('portal.notice_queue')) > 0) caught += 1
    await processes[kill % 2]?.kill()
    processes[kill % 2] = await start()
  }
  await expect.poll(() => count('portal.notice_queue'), { timeout: 90_000 }).toBe(0)
  await expect.poll(() => count('portal.notices where mail_at is not null'), { timeout: 90_000 }).toBe(0)
  await expect
    .poll(() => count(`auth.mails where state = 'waiting' and due_at <= now()`), { timeout: 90_000 })
    .toBe(0)

  const expected = people.flatMap(({ userId }) =>
    Array.from({ length: EVENTS }, (_, at) => `${userId} ${nameOf(at + 1)}`),
  )
  const notices = await peek(
    portal,
    `select user_id || ' ' || (facts ->> 'name') as told from portal.notices`,
  )
  expect(notices.map(({ told }) => told).toSorted()).toEqual(expected.toSorted())
  // What the mails say, written with the notice's own mark in one transaction: everything, and once.
  const mails = await peek(
    portal,
    `select user_id as to, details::text as text, state from auth.mails where kind = 'notices'`,
  )
  const written = toldIn(mails as { to: string; text: string }[])
  expect([written.size, twice(written)]).toEqual([expected.length, []])
  // What has arrived: a mail that was being handed over when its server died is nobody's to send again.
  const arrived = toldIn(receiver.mails.map(({ to, source }) => ({ to, text: source })))
  expect(twice(arrived)).toEqual([])
  const unsure = mails.filter(({ state }) => state === 'sending').length
  proof.note({ events: EVENTS, people: PEOPLE, kills: KILLS, caught, mails: mails.length, unsure })
})
