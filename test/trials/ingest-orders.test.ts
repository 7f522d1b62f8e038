import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { counts, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { readExpected } from '../support/trial-sales.ts'

const FILE = '../shared/data/orders/gh_ordre_classicmodels.csv'
const expected = readExpected('orders').orders

/** The same file by both ways in; the clients with the highest amounts are tenants, known by their names alone. */
describe.each(['by HTTP', 'by command line'])('orders of classic models, %s', (way) => {
  let portal: TestPortal
  let admin: Actor
  const tenants = new Map<string, number>()

  beforeAll(async () => {
    portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
    for (const [name] of expected.top10_clients.slice(0, 5))
      tenants.set(name, await aTenant(portal, { clientNames: [name], currency: 'USD' }))
    expect(counts(await bringIn())).toEqual({ received: 326, inserted: 326 })
    admin = await anAdministrator(portal)
  }, 60_000)
  afterAll(() => portal?.close())

  async function bringIn(): Promise<Json> {
    if (way === 'by command line')
      return JSON.parse((await runCommand(portal, ['import', 'orders', FILE])).stdout)
    const { body } = await sender(portal.url, await aKey(portal))('orders', fs.readFileSync(FILE), {
      'content-type': 'text/csv',
    })
    return body
  }
  const list = async (query = '', actor = admin): Promise<Json> =>
    (await actor.get(`/api/v1/orders?limit=1000${query}`)).body
  const sum = (items: Json[]) =>
    (items.reduce((cents, { amount }) => cents + Number(amount.replace('.', '')), 0) / 100).toFixed(2)

  it('shows all of them, their amount, the newest numbers and the groups', async () => {
    const { items, total, counts: groups, statuses } = await list()
    expect([total, sum(items)]).toEqual([expected.orders, expected.total_amount])
    expect(items.slice(0, 20).map((order: Json) => order.ordNo)).toEqual(expected.recent_20_order_numbers)
    const { all, ...orderGroups } = groups
    expect([all, orderGroups]).toEqual([expected.orders, expected.orders_page])
    for (const [status, { n, amount }] of Object.entries(expected.by_status) as [
      string,
      { n: number; amount: string },
    ][]) {
      expect(statuses.find((one: Json) => one.status === status).count).toBe(n)
      expect(sum((await list(`&status=${encodeURIComponent(status)}`)).items)).toBe(amount)
    }
  })

  it('shows each client its own, and the rest to administrators alone', async () => {
    for (const [name, amount] of expected.top10_clients.slice(0, 5)) {
      const own = await list('', await aMember(portal, tenants.get(name) as number))
      expect(sum(own.items)).toBe(amount)
      expect(new Set(own.items.map((order: Json) => order.clientName))).toEqual(new Set([name]))
      expect(own.items.every((order: Json) => order.currency === 'USD')).toBe(true)
    }
  })

  it('comes again without effect, and follows a correction, a deletion and a replacement', async () => {
    expect(counts(await bringIn())).toEqual({ received: 326, unchanged: 326 })
    const send = sender(portal.url, await aKey(portal))
    const [headings = '', ...rows] = fs.readFileSync(FILE, 'utf8').trimEnd().split('\n')
    const first = rows[0] as string
    const corrected = first.replace(/"\$[\d,.]+"/, '"$1.00"')
    expect(corrected).not.toBe(first)
    const answer = await send('orders', `${headings}\n${corrected}\n`)
    expect(counts(answer.body)).toEqual({ received: 1, updated: 1 })
    const gone = await send('orders', [{ Primary: 2, _op: 'delete' }])
    expect(counts(gone.body)).toEqual({ received: 1, deleted: 1 })
    expect((await list()).total).toBe(325)
    // The whole truth once more, without the last twenty.
    const truth = `${[headings, ...rows.slice(0, -20)].join('\n')}\n`
    const replaced = await send('orders?mode=replace&scope=all', truth)
    expect(counts(replaced.body)).toEqual({
      received: 306,
      removed: 20,
      inserted: 1,
      updated: 1,
      unchanged: 304,
      deleted: 20,
    })
    const { total, items } = await list()
    expect(total).toBe(306)
    expect(sum(items)).toBe(sumOf(rows.slice(0, -20)))
    expect(counts(await bringIn())).toEqual({ received: 326, inserted: 20, unchanged: 306 })
    expect(sum((await list()).items)).toBe(expected.total_amount)
  }, 60_000)

  /** Montant Total is the only quoted amount of a row. */
  function sumOf(rows: string[]): string {
    const cents = rows.map((row) => Number((/"\$([\d,]+\.\d\d)"/.exec(row)?.[1] ?? '0').replace(/[,.]/g, '')))
    return (cents.reduce((a, b) => a + b, 0) / 100).toFixed(2)
  }
})
