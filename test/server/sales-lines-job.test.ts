import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { openImport } from '../support/sales-lines.ts'
import { type Cell, readXlsx } from '../support/xlsx.ts'

const LINES = 25_000
/** As the portal reads them for a file. */
const CHUNK = 1000

/** Lines to the database on which so many chunks of a file may still come; what comes after them waits. */
let allowed = Number.POSITIVE_INFINITY
const waiting: (() => void)[] = []
class HeldClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: as the driver has it
  override query(...given: any[]): any {
    const ask = super.query.bind(this) as (...all: unknown[]) => unknown
    const texts: string[] = given[0]?.statements?.map(({ text }: { text: string }) => text) ?? []
    if (!texts.some((text) => text.startsWith(`fetch ${CHUNK} `))) return ask(...given)
    const send = () => {
      allowed--
      ask(...given)
    }
    if (allowed > 0) send()
    else waiting.push(send)
  }
}
function allow(chunks: number): void {
  allowed = chunks
  for (const send of waiting.splice(0, chunks)) send()
}

let portal: TestPortal
let member: Actor
let tenantId: number
beforeAll(async () => {
  portal = await startTestPortal(
    {},
    {
      through: (direct) => ({
        ...direct,
        login: (role) => ({ ...direct.login(role), Client: HeldClient }) as pg.ClientConfig,
      }),
    },
  )
  tenantId = await aTenant(portal)
  member = await aMember(portal, tenantId)
  await portal.owner(async (tx) => {
    await openImport(tx)
    const { rows } = await sql<{ items: number[]; customers: number[] }>`
      select portal.resolve_sales_items(array_agg('P' || g), array_agg('Omega "' || g || '" & zinc; 1/2')) as items,
        portal.resolve_sales_customers(array_agg('0' || g % 30), array_agg('Pharmacie Côté ' || g % 30)) as customers
        from generate_series(1, 90) g`.execute(tx)
    const [{ items, customers }] = rows as [{ items: number[]; customers: number[] }]
    // Every kind of figure: losses, parts of a unit, no date, no price, none of a code.
    await sql`
      insert into portal.sales_history (tenant_id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents,
        invoice_no, invoice_date, unit_price, tax_code, amt_2_cents, source_key)
      select ${tenantId}, 1, 2019 + g % 6, 1 + g % 12, 'CAD', (${items}::int[])[1 + g % 90], (${customers}::int[])[1 + g % 90],
             (g * 7919) % 100000 - 5000, (g::bigint * 104729) % 10000000 - 400000, case when g % 50 > 0 then '00' || g / 3 else '' end,
             case when g % 7 > 0 then date '2019-01-01' + g % 2190 end, case when g % 5 > 0 then (g % 9999) / 1000.0 end,
             case when g % 3 = 0 then 'TPS' end, case when g % 4 = 0 then g - 12000 end, 'job-' || g
        from generate_series(1, ${LINES}) g`.execute(tx)
  })
})
afterAll(() => {
  allow(Number.POSITIVE_INFINITY)
  return portal?.close()
})

const start = async (format: string): Promise<Json> => {
  const { status, body } = await member.post('/api/v1/exports', {
    kind: 'sales-lines',
    input: { dataset: 'history', format },
  })
  expect([status, body.state], JSON.stringify(body)).toEqual([200, 'queued'])
  return body
}
const job = async (id: number): Promise<Json> => {
  const { items } = (await member.get('/api/v1/exports')).body
  return items.find((one: Json) => one.id === id)
}
const download = (id: number) =>
  fetch(`${portal.url}/api/v1/exports/${id}/file`, {
    headers: { cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })

/** The lines as a workbook must have them, by plain SQL: days since 1899-12-30, nothing where nothing is. */
const expectedRows = () =>
  peek<{ row: Cell[] }>(
    portal,
    `select json_build_array(l.year, l.month, c.client_code, c.customer_name, nullif(l.invoice_no, ''), l.invoice_date - date '1899-12-30',
       l.quantity / 1000.0, i.item_no, i.item_name, i.item_name, l.amount_cents / 100.0, l.currency, l.unit_price, l.tax_code, l.amt_2_cents / 100.0) as row
       from portal.sales_history l join portal.item_names i on i.id = l.item_id join portal.customer_names c on c.id = l.customer_id
      where l.tenant_id = $1 order by l.year desc, l.month desc, l.id desc`,
    [tenantId],
  )

/** A workbook has no cells after the last one that says something. */
const withoutEnd = (row: Cell[]) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1)
const isThere = (style: number | undefined): style is number => style !== undefined

const ended = async (id: number) => {
  await expect.poll(async () => (await job(id)).state, { timeout: 60_000 }).not.toMatch(/queued|running/)
  return job(id)
}
/** Lets more than a second pass, after which the next chunk says how far the file is, and waits until it is said. */
async function progressOf(id: number, chunks: number): Promise<Json> {
  allow(chunks)
  await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(1)
  await sleep(1100)
  const before = (await job(id)).written
  allow(1)
  await expect.poll(async () => (await job(id)).written, { timeout: 30_000 }).toBeGreaterThan(before)
  return job(id)
}

it('25,000 lines are a workbook of real figures and dates, made beside the request, which says how far it is', async () => {
  allow(0)
  const { id } = await start('xlsx')
  const [first, second] = [await progressOf(id, 4), await progressOf(id, 9)]
  for (const { state, total, written } of [first, second])
    expect([state, total, written % CHUNK]).toEqual(['running', LINES, 0])
  expect([first.written > 0, second.written > first.written, second.written < LINES]).toEqual([
    true,
    true,
    true,
  ])
  expect((await download(id)).status).toBe(404)
  allow(Number.POSITIVE_INFINITY)
  expect(await ended(id)).toMatchObject({ state: 'done', total: LINES, written: LINES, problem: null })

  const file = await download(id)
  expect(file.status).toBe(200)
  const [sheet, ...others] = readXlsx(Buffer.from(await file.arrayBuffer()))
  expect(others).toEqual([])
  const [head, ...rows] = sheet?.rows ?? []
  expect(head).toHaveLength(15)
  const expected = (await expectedRows()).map(({ row }) => withoutEnd(row))
  expect(expected).toHaveLength(LINES)
  expect(rows).toEqual(expected)

  // A day and two amounts by their format, and no other column.
  const [, ...formats] = sheet?.formats ?? []
  const stylesOf = (column: number) => [...new Set(formats.map((row) => row[column]))].filter(isThere)
  const [date, amount, amt2] = [stylesOf(5), stylesOf(10), stylesOf(14)]
  expect([date.length, amount.length, amt2]).toEqual([1, 1, amount])
  for (const column of Array.from({ length: 15 }, (_, at) => at).filter((at) => ![5, 10, 14].includes(at)))
    for (const style of stylesOf(column)) expect([...date, ...amount], String(column)).not.toContain(style)
})

it('a job that is cancelled on its way leaves nothing, and is whole when it is begun again', async () => {
  const folder = path.join(portal.dataDir, 'files', 'exports')
  const before = fs.readdirSync(folder).toSorted()
  allow(0)
  const { id } = await start('xlsx')
  expect((await progressOf(id, 4)).state).toBe('running')
  const { status, body } = await member.post(`/api/v1/exports/${id}`, { act: 'cancel' })
  expect([status, body.state]).toEqual([200, 'cancelled'])
  allow(Number.POSITIVE_INFINITY)
  await expect.poll(() => fs.readdirSync(folder).toSorted(), { timeout: 30_000 }).toEqual(before)
  expect((await job(id)).state).toBe('cancelled')
  expect((await download(id)).status).toBe(404)

  expect((await member.post(`/api/v1/exports/${id}`, { act: 'retry' })).status).toBe(200)
  expect(await ended(id)).toMatchObject({ state: 'done', written: LINES })
  const [sheet] = readXlsx(Buffer.from(await (await download(id)).arrayBuffer()))
  expect(sheet?.rows).toHaveLength(LINES + 1)
})
