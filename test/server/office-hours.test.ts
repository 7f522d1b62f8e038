import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedClosedDays } from '../../src/app/server/demo/seed-closed-days.ts'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let service: Actor
let admin: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  service = await aStaffMember(portal, 'customer_service')
  admin = await anAdministrator(portal)
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

describe('office hours', () => {
  const CLOSED = '/api/v1/admin/closed-days'
  const COMPANY = '/api/v1/admin/company'
  const names = (en: string, french = '') => ({ en, 'fr-CA': french, de: '', es: '' })
  const close = async (day: string, en: string, french?: string) =>
    expect((await admin.send('PUT', `${CLOSED}/${day}`, { names: names(en, french) })).status).toBe(200)
  const reopen = (day: string) => admin.send('DELETE', `${CLOSED}/${day}`)
  const keep = async (officeHours: Json) => {
    const { version } = (await admin.get(COMPANY)).body
    return admin.send('PATCH', COMPANY, { version, officeHours })
  }
  const USUAL = { days: [1, 2, 3, 4, 5], opensAt: '08:30', closesAt: '17:00' }
  const deadline = async (since: string, minutes: number) => {
    const [row] = await peek(
      portal,
      `select to_char(portal.business_deadline($1, $2, portal.business_zone()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as at`,
      [since, minutes],
    )
    return row.at
  }
  const between = async (since: string, until: string) =>
    Number(
      (
        await peek(portal, 'select portal.business_minutes($1, $2, portal.business_zone()) as n', [
          since,
          until,
        ])
      )[0].n,
    )

  it('pass over closed days, weekends, and the ends of summer time', async () => {
    await close('2025-10-13', 'Thanksgiving')
    await close('2025-12-25', 'Christmas Day')
    const due = [
      ['the eve of a closed day', '2025-12-24T21:30Z', 60, '2025-12-26T14:00Z'],
      ['the last minute before it', '2025-12-24T13:30Z', 510, '2025-12-24T22:00Z'],
      ['the first minute after it', '2025-12-24T13:30Z', 511, '2025-12-26T13:31Z'],
      ['on the closed day', '2025-12-25T15:00Z', 30, '2025-12-26T14:00Z'],
      ['when somebody is there again', '2025-12-25T15:00Z', 0, '2025-12-26T13:30Z'],
      ['a closed Monday after a weekend', '2025-10-10T20:00Z', 120, '2025-10-14T13:30Z'],
      ['within that weekend', '2025-10-12T12:00Z', 1, '2025-10-14T12:31Z'],
      ['the end of summer time', '2025-10-31T20:30Z', 60, '2025-11-03T14:00Z'],
      ['its beginning', '2026-03-06T21:30Z', 60, '2026-03-09T13:00Z'],
    ] as const
    for (const [name, since, minutes, at] of due)
      expect([name, await deadline(since, minutes)]).toEqual([name, at])
    const passed = [
      ['over a closed day', '2025-12-24T21:00Z', '2025-12-26T14:00Z', 90],
      ['the closed day', '2025-12-25T05:00Z', '2025-12-26T05:00Z', 0],
      ['over a closed Monday', '2025-10-10T12:30Z', '2025-10-14T21:00Z', 2 * DAY],
      ['over the end of summer time', '2025-10-31T20:30Z', '2025-11-03T14:00Z', 60],
      ['over its beginning', '2026-03-06T21:30Z', '2026-03-09T13:00Z', 60],
      ['a week without any', '2025-09-08T04:00Z', '2025-09-15T04:00Z', 5 * DAY],
    ] as const
    for (const [name, since, until, minutes] of passed)
      expect([name, await between(since, until)]).toEqual([name, minutes])
    expect((await reopen('2025-12-25')).body).toEqual({ removed: true })
    expect(await deadline('2025-12-24T21:30Z', 60)).toBe('2025-12-25T14:00Z')
    expect((await reopen('2025-12-25')).status).toBe(404)
    expect((await reopen('2025-10-13')).status).toBe(200)
  })

  it('are the Company page’s: promises, and what the assistant says, follow it', async () => {
    const member = await aMember(portal, await aTenant(portal))
    const says = async (question: string) =>
      (await member.post('/api/v1/assistant/turns', { question })).body.answer as string
    expect((await admin.get(COMPANY)).body.officeHours).toEqual(USUAL)
    expect(await says('What are your hours?')).toMatch(
      /^Customer service is available Monday to Friday, 08:30 to 17:00\. \(Stated/,
    )
    const other = { days: [6, 2, 3, 4, 5], opensAt: '09:00', closesAt: '12:00' }
    expect((await keep(other)).body.officeHours).toEqual({ ...other, days: [2, 3, 4, 5, 6] })
    // From Saturday 11:30 to Tuesday 9:30.
    expect(await deadline('2025-09-06T15:30Z', 60)).toBe('2025-09-09T13:30Z')
    const [{ day }] = await peek(
      portal,
      `select ((now() at time zone portal.business_zone())::date + 10)::text as day`,
    )
    await close(day, 'Stocktaking', 'Inventaire')
    expect(await says('What are your hours?')).toMatch(
      /^Customer service is available Tuesday to Saturday, 09:00 to 12:00\. It’s closed on .+ \(Stocktaking\)\./,
    )
    expect(await says('Quelles sont vos heures d’ouverture ?')).toMatch(
      /ouvert du mardi au samedi, de 9\sh\s00 à 12\sh\s00\. Il est fermé le .+ \(Inventaire\)/,
    )
    await keep({ ...other, days: [1, 3] })
    expect(await says('What are your hours?')).toContain('available Monday and Wednesday, 09:00')
    await keep(USUAL)
    await reopen(day)
  })

  it('say that today is closed, to whoever waits for an answer', async () => {
    const member = await aMember(portal, await aTenant(portal))
    const hours = async () => (await member.get('/api/v1/conversation-summary')).body.hours
    const [{ today }] = await peek(
      portal,
      `select (now() at time zone portal.business_zone())::date::text as today`,
    )
    expect((await hours()).closedDay).toBe(null)
    await close(today, 'Snow', 'Neige')
    expect((await admin.get(CLOSED)).body.items).toEqual([{ day: today, names: names('Snow', 'Neige') }])
    await close(today, 'Much snow', 'Beaucoup de neige')
    const closed = await hours()
    expect(closed).toMatchObject({
      closesAt: null,
      closedDay: { en: 'Much snow', 'fr-CA': 'Beaucoup de neige' },
    })
    expect(closed.opensAt.slice(0, 10) > today).toBe(true)
    await reopen(today)
    expect((await hours()).closedDay).toBe(null)
  })

  it('are the administrators’ to keep', async () => {
    const own = await aMember(portal, await aTenant(portal), 'tenant_admin')
    for (const actor of [own, service]) {
      expect((await actor.get(CLOSED)).body.code).toBe('permission_denied')
      expect((await actor.send('PUT', `${CLOSED}/2026-12-25`, { names: names('x') })).status).toBe(403)
      expect((await actor.send('DELETE', `${CLOSED}/2026-12-25`)).status).toBe(403)
    }
  })

  it('come with the demo less the public holidays of Quebec, around its day and ours', async () => {
    await portal.owner((tx) => seedClosedDays(tx, '2025-08-31'))
    const days = ((await admin.get(CLOSED)).body.items as Json[]).map(({ day }) => day)
    expect(days).toEqual(expect.arrayContaining(['2024-12-25', '2025-06-24', '2025-09-01', '2026-12-25']))
    expect(days).toContain(`${new Date().getUTCFullYear() + 1}-12-25`)
    expect(await deadline('2025-06-23T20:30Z', 60)).toBe('2025-06-25T13:00Z')
  })
})
