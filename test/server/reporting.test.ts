import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkSales } from '../../src/features/reporting/server/check-sales.ts'
import { watchSales } from '../../src/features/reporting/server/watch-sales.ts'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aLine, writeLines } from '../support/sales-lines.ts'

let portal: TestPortal
let admin: Actor
let member: Actor
let tenantId: number
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-20' })
  tenantId = await aTenant(portal)
  await portal.owner((tx) =>
    writeLines(
      tx,
      [
        [2024, 7, 1],
        [2024, 8, 2],
        [2025, 7, 4],
        [2025, 8, 8],
        [2025, 9, 16],
      ].map(([year, month, n]) =>
        aLine({
          tenantId,
          year: year as number,
          month: month as number,
          quantity: (n as number) * 1000,
          invoiceNo: `I${n}`,
        }),
      ),
    ),
  )
  admin = await anAdministrator(portal)
  member = await aMember(portal, tenantId)
})
afterAll(() => portal?.close())

const calendar = async (actor: Actor) => (await actor.get('/api/v1/reporting-calendar')).body
const toDate = async () => {
  const { cards } = (await member.get('/api/v1/dashboard')).body
  const { throughMonth, quantity } = cards.ytdEvolution
  return [throughMonth, quantity.previous, quantity.current]
}
const august = { year: 2025, month: 8 }
const close = (month: Json) => admin.post('/api/v1/admin/closings', month)
const reopen = (month: Json) => admin.post('/api/v1/admin/closings/reopen', month)

describe('the closing of a month', () => {
  it('is refused to everybody but an administrator who looks at all clients', async () => {
    const narrowed = await anAdministrator(portal)
    await narrowed.post('/api/v1/session/tenant', { tenantId })
    for (const [asker, status] of [
      [createClient(portal.url), 401],
      [member, 403],
      [await aStaffMember(portal, 'finance'), 403],
      [narrowed, 403],
    ] as const)
      for (const answer of [
        await asker.get('/api/v1/admin/closings'),
        await asker.post('/api/v1/admin/closings', august),
        await asker.post('/api/v1/admin/closings/reopen', august),
        await asker.get('/api/v1/admin/sales-checks'),
        await asker.post('/api/v1/admin/sales-checks', {}),
      ])
        expect(answer.status).toBe(status)
  })

  it.each([
    ['a month that is over', { year: 2025, month: 7 }, 409, 'not_in_progress'],
    ['a month to come, though it has sales', { year: 2025, month: 9 }, 409, 'not_in_progress'],
    ['the same month of another year', { year: 2024, month: 8 }, 409, 'not_in_progress'],
    ['no month', { year: 2025, month: 0 }, 422, 'validation'],
    ['no year', { year: 99999, month: 1 }, 422, 'validation'],
  ])('is refused for %s', async (_, month, status, code) => {
    const answer = await close(month)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('brings the month into year-to-date at once, and opening it takes it out again', async () => {
    expect(await calendar(member)).toEqual({
      asOf: '2025-08-20',
      currentYear: 2025,
      throughMonth: 7,
      inProgress: { ...august, closed: false },
    })
    expect(await toDate()).toEqual([7, 1, 4])
    const history = await member.get('/api/v1/sales/history')
    const known = { headers: { 'if-none-match': history.headers.get('etag') as string } }
    expect((await member.get('/api/v1/sales/history', known)).status).toBe(304)

    const closed = await close(august)
    expect([closed.status, closed.body]).toMatchObject([
      200,
      { throughMonth: 8, inProgress: { closed: true } },
    ])
    expect(await toDate()).toEqual([8, 3, 12])
    expect(await calendar(admin)).toEqual(closed.body)
    expect((await member.get('/api/v1/sales/history', known)).status).toBe(200)
    expect((await close(august)).status).toBe(409)
    expect((await admin.get('/api/v1/admin/closings')).body.items).toMatchObject([
      { ...august, by: 'Test Person' },
    ])
    const told = await peek(portal, `select 1 from portal.outbox where tenant_id = $1 and topic = 'sales'`, [
      tenantId,
    ])
    expect(told).toHaveLength(1)

    expect((await reopen(august)).body).toMatchObject({ throughMonth: 7 })
    expect(await toDate()).toEqual([7, 1, 4])
    expect((await reopen(august)).status).toBe(404)
    const trail = await peek(
      portal,
      `select action, object_id from portal.audit_log where action like 'month.%' order by seq`,
    )
    expect(trail).toEqual(
      ['month.closed', 'month.reopened'].map((action) => ({ action, object_id: '2025-08' })),
    )
  })

  it('of one month by two at once happens once', async () => {
    const answers = await Promise.all([close(august), close(august)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await reopen(august)
  })
})

describe('the nightly check of the sums', () => {
  const checks = async () => (await admin.get('/api/v1/admin/sales-checks')).body.items
  const now = () => new Date()

  it('is done once for a night, by one of those who begin at once', async () => {
    expect(await checks()).toEqual([])
    const due = now()
    const done = await Promise.all([1, 2, 3].map(() => checkSales(portal.location, due)))
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await checkSales(portal.location, due)).toBe(false)
    expect(await checks()).toMatchObject([{ lines: 5, differences: 0, details: [], fault: null }])
  })

  it('says which sums are wrong', async () => {
    await peek(
      portal,
      `update portal.sales_sums set orders = orders + 1 where tenant_id = 0 and dimension = 0 and period = 17 and year = 0`,
    )
    expect(await checkSales(portal.location, now())).toBe(true)
    const [last] = await checks()
    expect(last).toMatchObject({
      differences: 1,
      details: [{ sums: 'totals', tenantId: 0, currency: 'CAD', year: 0 }],
    })
    await peek(portal, 'select portal.rebuild_sales()')
    expect(await checkSales(portal.location, now())).toBe(true)
    expect((await checks())[0]).toMatchObject({ differences: 0 })
  })

  it('is begun when it is asked for, not more than once a minute', async () => {
    const ask = () => admin.post('/api/v1/admin/sales-checks', {})
    expect((await ask()).body.code).toBe('rate_limited')
    await peek(portal, `update portal.sales_checks set started_at = started_at - interval '1 minute'`)
    const before = (await checks())[0].startedAt
    expect((await ask()).body).toEqual({ begun: true })
    await expect.poll(async () => (await checks())[0].startedAt).not.toBe(before)
    expect((await checks())[0]).toMatchObject({ lines: 5, differences: 0 })
    const again = await ask()
    expect([again.status, again.body.code]).toEqual([429, 'rate_limited'])
  })

  it('that fails is on record with its reason', async () => {
    await peek(portal, 'alter function portal.verify_sales() rename to verify_sales_elsewhere')
    await expect(checkSales(portal.location, now())).rejects.toThrow('verify_sales')
    await peek(portal, 'alter function portal.verify_sales_elsewhere() rename to verify_sales')
    expect((await checks())[0]).toMatchObject({
      finishedAt: null,
      differences: null,
      fault: expect.stringContaining('verify_sales'),
    })
  })

  it('begins by itself, once a night over two servers; each tells what came of it, and administrators read it', async () => {
    await peek(portal, 'delete from portal.sales_checks')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const servers = [new Registry(), new Registry()].map((registry) => ({
      registry,
      watch: watchSales(portal.location, portal.log, registry),
    }))
    try {
      const pass = (minutes: number) => vi.advanceTimersByTime(minutes * 60_000)
      const told = (name: string) =>
        Promise.all(
          servers.map(async ({ registry }) => {
            const found = await registry.getSingleMetric(`sales_check_${name}`)?.get()
            return found?.values[0]?.value
          }),
        )
      const begun = async () => {
        const moments = await told('started_timestamp_seconds')
        return moments.map((seconds) => new Date((seconds as number) * 1000).toISOString())
      }
      pass(9)
      expect(await checks()).toEqual([])
      pass(1)
      // Who comes while the other one counts tells of it at the next look.
      const everyLook = (name: string) => {
        pass(10)
        return told(name)
      }
      await expect.poll(() => everyLook('lines')).toEqual([5, 5])
      expect(await checks()).toMatchObject([{ lines: 5, differences: 0, fault: null }])

      // What is wrong since then is found in the next night, and not before.
      await peek(
        portal,
        'update portal.sales_sums set lines = lines + 1 where tenant_id = 0 and dimension = 0 and period = 17 and year = 2024',
      )
      const [{ startedAt: first }] = await checks()
      for (const { registry } of servers) registry.resetMetrics()
      await expect.poll(() => everyLook('lines')).toEqual([5, 5])
      expect((await checks()).length).toBe(1)
      await peek(portal, `update portal.sales_checks set started_at = started_at - interval '1 day'`)
      const [{ startedAt: yesterday }] = await checks()
      expect(Date.parse(first) - Date.parse(yesterday)).toBe(86_400_000)
      const errors = () => portal.lines.filter((line) => line.includes('sums of sales differ')).length
      const before = errors()
      await expect.poll(() => everyLook('differences')).toEqual([1, 1])
      const [tonight, lastNight, ...others] = await checks()
      expect([tonight, lastNight.startedAt, others]).toMatchObject([
        {
          differences: 1,
          details: [{ dataset: 'history', sums: 'totals', tenantId: 0, year: 2024 }],
          fault: null,
        },
        yesterday,
        [],
      ])
      expect(await begun()).toEqual([tonight.startedAt, tonight.startedAt])
      expect(errors() - before).toBeGreaterThanOrEqual(2)
      expect((await member.get('/api/v1/admin/sales-checks')).status).toBe(403)

      for (const { watch } of servers) watch.stop()
      await peek(portal, `update portal.sales_checks set started_at = started_at - interval '1 day'`)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      for (const { watch } of servers) watch.stop()
      vi.useRealTimers()
      await peek(portal, 'select portal.rebuild_sales()')
    }
  })
})
