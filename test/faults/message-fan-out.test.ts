import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { size } from '../support/form.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { cookieOf, startBeside } from './support/beside.ts'
import { type Listening, openListeners } from './support/listeners.ts'
import { openProof, within } from './support/proof.ts'

const TENANTS = size(3, 24)
const MEMBERS_EACH = size(2, 8)
const STAFF = size(2, 58)
/** Windows of one person: streams of one session. */
const WINDOWS = size(2, 4)
const MESSAGES_EACH = size(4, 40)
/** Between two messages of a conversation, on average. */
const PAUSE_MS = size(50, 2_000)
/** From the moment that somebody sends to when the others' screens hear of it (F3: live within a second). */
const HEARD_WITHIN_MS = 1_000
const CEILING_MS = 60_000

const proof = openProof('message-fan-out')
let portal: TestPortal
let processes: Awaited<ReturnType<typeof startBeside>>[]
beforeAll(async () => {
  portal = await startTestPortal()
  processes = await Promise.all([startBeside(portal), startBeside(portal)])
})
afterAll(async () => {
  for (const { stop } of processes ?? []) await stop()
  await portal?.close()
})

it('a message reaches every open window of its company and of the staff, at both servers, within a second', async () => {
  const staff: Actor[] = []
  for (let at = 0; at < STAFF; at++) staff.push(await aStaffMember(portal, 'customer_service'))
  const companies: { members: Actor[]; conversation: string }[] = []
  for (let at = 0; at < TENANTS; at++) {
    const tenant = await aTenant(portal)
    const members: Actor[] = []
    for (let n = 0; n < MEMBERS_EACH; n++) members.push(await aMember(portal, tenant))
    const wish = { subject: `c${at}`, text: 'first', key: randomUUID() }
    const { body } = await (members[0] as Actor).post('/api/v1/conversations', wish)
    companies.push({ members, conversation: String(body.id) })
  }
  // The windows of one person lie at both servers.
  const windowsOf = (people: Actor[]): Listening[] =>
    people.flatMap((person) =>
      Array.from({ length: WINDOWS }, (_, n) => ({
        url: processes[n % 2]?.url as string,
        cookie: cookieOf(person),
      })),
    )
  const ofStaff = windowsOf(staff)
  const listening = [...ofStaff, ...companies.flatMap(({ members }) => windowsOf(members))]
  /** By conversation: when it was sent, and who has not heard of it yet. */
  const waiting = new Map<string, { began: number; by: Set<number>; heard: () => void }>()
  const late: number[] = []
  let foreign = 0
  const whose = (listener: number) =>
    listener < ofStaff.length ? null : Math.floor((listener - ofStaff.length) / (MEMBERS_EACH * WINDOWS))
  const streams = await openListeners(listening, 'conversations', (listener, object, at) => {
    const company = whose(listener)
    if (company !== null && companies[company]?.conversation !== object) foreign += 1
    const now = waiting.get(object)
    if (!now?.by.delete(listener)) return
    late.push(at - now.began)
    if (now.by.size === 0) now.heard()
  })

  /** The message is sent through either server; the next one when everybody has heard of this one. */
  async function talk(company: number): Promise<void> {
    const { members, conversation } = companies[company] as (typeof companies)[number]
    const first = ofStaff.length + company * MEMBERS_EACH * WINDOWS
    for (let n = 0; n < MESSAGES_EACH; n++) {
      await sleep(PAUSE_MS * (0.5 + proof.random()))
      const sender =
        proof.random() < 0.5 ? staff[Math.floor(proof.random() * STAFF)] : members[n % MEMBERS_EACH]
      const url = processes[proof.random() < 0.5 ? 0 : 1]?.url as string
      const by = new Set([
        ...ofStaff.keys(),
        ...Array.from({ length: MEMBERS_EACH * WINDOWS }, (_, window) => first + window),
      ])
      const all = new Promise<boolean>((heard) => {
        waiting.set(conversation, { began: performance.now(), by, heard: () => heard(true) })
      })
      const sent = { text: `m${n}`, key: randomUUID() }
      const headers = { cookie: cookieOf(sender as Actor) }
      const answer = await createClient(url).post(`/api/v1/conversations/${conversation}/messages`, sent, {
        headers,
      })
      expect(answer.status).toBe(200)
      expect(await Promise.race([all, sleep(CEILING_MS, false)]), `${by.size} windows did not hear`).toBe(
        true,
      )
    }
  }
  const began = performance.now()
  await Promise.all(companies.map((_, company) => talk(company)))
  const seconds = (performance.now() - began) / 1000
  expect(streams.ended()).toBe(0)
  streams.close()

  const sorted = late.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] as number)
  proof.note({
    ...{
      streams: listening.length,
      messages: TENANTS * MESSAGES_EACH,
      seconds: Math.round(seconds),
      heard: late.length,
    },
    ...{ p50: at(0.5), p99: at(0.99), worst: at(1), foreign },
    ...{
      memoryMb: Math.max(...processes.map(({ memory }) => memory().most)),
      load: Number(os.loadavg()[0]?.toFixed(1)),
    },
  })
  expect(foreign).toBe(0)
  expect(late).toHaveLength(TENANTS * MESSAGES_EACH * (ofStaff.length + MEMBERS_EACH * WINDOWS))
  expect(at(0.99)).toBeLessThanOrEqual(within(HEARD_WITHIN_MS))
})
