import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let service: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  service = await aStaffMember(portal, 'customer_service')
})
afterAll(() => portal.close())

const DAY = 510 // from 8:30 to 17:00

describe('the promises of an issue', () => {
  const ISSUES = '/api/v1/issues'
  /** First response and solution, in minutes of office hours. */
  const PROMISED = [
    ['high', 240, 2 * DAY],
    ['medium', DAY, 5 * DAY],
    ['low', 2 * DAY, 10 * DAY],
  ] as const

  /** What is kept of its clock, beside what `minutes` from `since` would be. */
  const clockOf = async (id: number, since: string, minutes: number) => {
    const [row] = await peek(
      portal,
      `select i.due_at, i.warn_at, portal.business_deadline(s.since, $3, z.zone) as due,
              portal.business_deadline(s.since, $4, z.zone) as warn
         from portal.issues i cross join portal.business_zone() z (zone)
        cross join lateral (select coalesce((select max(e.at) from portal.issue_entries e where e.issue_id = i.id and e.kind = $2),
                                            i.reported_at) as since) s where i.id = $1`,
      [id, since, minutes, Math.floor((minutes * 3) / 4)],
    )
    return { kept: [row.due_at, row.warn_at], promised: [row.due, row.warn] }
  }
  const act = async (actor: Actor, id: number, step: string) => {
    const { issue } = (await actor.get(`${ISSUES}/id:${id}`)).body
    const { status } = await actor.post(`${ISSUES}/${id}/acts`, { act: step, version: issue.version })
    expect([step, status]).toEqual([step, 200])
  }

  it.each(PROMISED)(
    'of %s priority: %d minutes to the first response, %d to the solution, told at three quarters; anew once reopened',
    async (priority, response, solution) => {
      const member = await aMember(portal, await aTenant(portal))
      const { id } = (
        await member.post(ISSUES, {
          ...{ type: 'other', priority, title: 'Late', description: 'Very late' },
        })
      ).body
      const promised = async (since: string, minutes: number) => {
        const { kept, promised } = await clockOf(id, since, minutes)
        expect(kept).toEqual(promised)
        expect(kept).not.toContain(null)
      }
      await promised('report', response)
      // What was reported long ago is solved as long after its report, not after the answer.
      await peek(
        portal,
        `update portal.issues set reported_at = reported_at - interval '9 days', clock_from = clock_from - interval '9 days' where id = $1`,
        [id],
      )
      await peek(portal, `update portal.issue_entries set at = at - interval '9 days' where issue_id = $1`, [
        id,
      ])
      expect((await service.post(`${ISSUES}/${id}/comments`, { text: 'We look' })).status).toBe(200)
      await promised('report', solution)
      await act(service, id, 'start')
      await act(service, id, 'resolve')
      expect((await clockOf(id, 'report', 0)).kept).toEqual([null, null])
      await act(member, id, 'reopen')
      await promised('reopen', solution)
      if (priority === 'high') return
      await act(member, id, 'escalate')
      await promised('reopen', 2 * DAY)
    },
  )
})

describe('what an answer took', () => {
  const ALL = '/api/v1/conversations'
  const say = async (actor: Actor, id: number, text: string) =>
    expect((await actor.post(`${ALL}/${id}/messages`, { text, key: randomUUID() })).status).toBe(200)
  const minutes = async (id: number) =>
    (
      await peek(
        portal,
        'select by_staff, reply_minutes from portal.conversation_messages where conversation_id = $1 order by no',
        [id],
      )
    ).map(({ by_staff, reply_minutes }: Json) => (by_staff ? reply_minutes : `client ${reply_minutes}`))

  it('is counted in office hours, from the client’s first message that waits to the first answer, and told the next client', async () => {
    const member = await aMember(portal, await aTenant(portal))
    const usual = async () => (await member.get('/api/v1/conversation-summary')).body.hours.usualMinutes
    const { id } = (await member.post(ALL, { subject: 'When?', text: 'When?', key: randomUUID() })).body
    const waits = (weeks: number) =>
      // The same hour by the office's clock: whole weeks of five days lie between, whatever day it is.
      peek(
        portal,
        `update portal.conversations set waiting_since =
           ((waiting_since at time zone portal.business_zone()) - make_interval(weeks => $2)) at time zone portal.business_zone()
          where id = $1`,
        [id, weeks],
      )
    await say(member, id, 'Please?')
    await waits(1)
    // Asked once more, it has waited since the first.
    await say(member, id, 'Hello?')
    await say(service, id, 'On Friday')
    await say(service, id, 'Or on Monday')
    expect(await minutes(id)).toEqual(['client null', 'client null', 'client null', 5 * DAY, null])
    for (const weeks of [2, 3]) {
      expect(await usual()).toBe(null)
      await say(member, id, 'And then?')
      await waits(weeks)
      await say(service, id, 'Then too')
    }
    expect((await minutes(id)).filter(Number.isInteger)).toEqual([5 * DAY, 10 * DAY, 15 * DAY])
    // Three of four answers.
    expect(await usual()).toBe(12.5 * DAY)
  })
})
