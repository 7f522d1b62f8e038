import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { size } from '../support/form.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { cookieOf, startBeside } from './support/beside.ts'
import { openProof } from './support/proof.ts'

const MESSAGES = size(160, 10_000)
/** A session may write 240 times a minute: many people write at once. */
const SENDERS = size(8, 48)
const CONVERSATIONS = size(3, 12)
const KILLS = size(2, 10)
const ALL = '/api/v1/conversations'

const proof = openProof('message-loss')
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

type Sent = { sender: number; conversation: number; key: string; text: string; no: number }

it('messages survive kills of both servers: none lost, said twice or out of order, and numbers without a gap', async () => {
  const tenant = await aTenant(portal)
  const people: Actor[] = []
  for (let at = 0; at < SENDERS; at++)
    people.push(await (at % 2 ? aStaffMember(portal, 'customer_service', [tenant]) : aMember(portal, tenant)))
  const opened: number[] = []
  for (let at = 0; at < CONVERSATIONS; at++) {
    const wish = { subject: `c${at}`, text: 'first', key: randomUUID() }
    opened.push((await (people[0] as Actor).post(ALL, wish)).body.id)
  }
  let [count, repeats] = [0, 0]
  const acknowledged: Sent[] = []

  /** Until there is an answer, at whichever server is asked, under the same key. */
  async function say(sender: number, conversation: number, text: string): Promise<void> {
    const key = randomUUID()
    for (;;) {
      const url = processes[proof.random() < 0.5 ? 0 : 1]?.url as string
      const headers = { cookie: cookieOf(people[sender] as Actor) }
      const answer = await createClient(url)
        .post(`${ALL}/${conversation}/messages`, { text, key }, { headers })
        .catch(() => null)
      if (answer?.status === 200) {
        acknowledged.push({ sender, conversation, key, text, no: answer.body.no })
        count += 1
        return
      }
      // A refusal of what was sent would be a fault; what a server says that ends, rests or could not read it in time is not.
      if (answer && ![408, 429].includes(answer.status)) expect(answer.status).toBeGreaterThanOrEqual(500)
      repeats += 1
      await sleep(Math.min(5, Number(answer?.headers.get('retry-after') ?? 0)) * 1000 + 20)
    }
  }
  let next = 0
  async function chat(sender: number): Promise<void> {
    for (let at = next++; at < MESSAGES; at = next++)
      await say(sender, opened[at % CONVERSATIONS] as number, `m${at}`)
  }
  const talking = Promise.all(people.map((_, sender) => chat(sender)))
  for (let kill = 1; kill <= KILLS; kill++) {
    while (count < (MESSAGES * (kill - 0.5)) / KILLS) await sleep(5)
    await processes[kill % 2]?.kill()
    processes[kill % 2] = await startBeside(portal)
  }
  await talking

  const kept = (await peek(
    portal,
    `select conversation_id::int as conversation, no, key::text, text from portal.conversation_messages where text <> 'first' order by 1, 2`,
  )) as Json[]
  expect(kept).toHaveLength(MESSAGES)
  const byKey = new Map(kept.map((row) => [row.key, row]))
  for (const { key, conversation, text, no } of acknowledged)
    expect(byKey.get(key)).toEqual({ key, conversation, text, no })
  for (const conversation of opened) {
    const numbers = kept.filter((row) => row.conversation === conversation).map(({ no }) => no)
    expect(numbers).toEqual(numbers.map((_, at) => at + 2))
    // What one person said one after the other is read in that order.
    for (const sender of people.keys()) {
      const own = acknowledged.filter((one) => one.conversation === conversation && one.sender === sender)
      expect(own.map(({ no }) => no)).toEqual(own.map(({ no }) => no).toSorted((a, b) => a - b))
    }
  }
  proof.note({ messages: MESSAGES, senders: SENDERS, kills: KILLS, repeats })
})
