import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepRejectedRows } from '../../src/features/ingestion/server/sweep-ingestion.ts'
import { aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json, TestClient } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { peek, type Sender, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let send: Sender
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  send = sender(portal.url, await aKey(portal))
  admin = await anAdministrator(portal)
})
afterAll(() => portal?.close())

const rowOf = (batch: number, row: number, as = admin) =>
  as.get(`/api/v1/admin/batch-rows?batch=${batch}&row=${row}`)
const faultsOf = async (batch: number): Promise<Json[]> =>
  (await admin.get(`/api/v1/admin/batch-errors?batch=${batch}`)).body.items
const kept = (what = '*') => peek(portal, `select ${what} from portal.rejected_rows order by batch`)
const HEADINGS = ['Id', 'Year', 'Month', 'Invoice No', 'Qty Sold', 'Amount', 'Remark']
const line = (...cells: (string | number)[]) => `${cells.join(';')}\n`
const TABLE =
  line(...HEADINGS) +
  line(1, 2024, 1, 'A', 1, '1,50', 'good') +
  line(2, 2024, 1, 'A', 'abc', ' 2,50 ', 'Secret of Boréal') +
  line(3, 2024, 13, 'A', 1, '', '=1+1')

describe('rejected rows', () => {
  it('are nobody’s but administrators’', async () => {
    const { body } = await send('sales-history', TABLE)
    const tenantId = await aTenant(portal)
    for (const person of [
      await aMember(portal, tenantId, 'tenant_admin'),
      await aStaffMember(portal, 'account_manager'),
    ])
      expect((await rowOf(body.batchId, 2, person)).body.code).toBe('permission_denied')
    expect((await rowOf(body.batchId, 1)).status).toBe(404)
    expect((await rowOf(body.batchId, 4)).status).toBe(404)
    expect((await rowOf(99_999_999, 2)).status).toBe(404)
  })

  it('that cannot be kept cost the batch nothing, and the operator is told', async () => {
    await peek(portal, 'alter table portal.rejected_rows add constraint nothing check (false) not valid')
    try {
      const { status, body } = await send('sales-history', TABLE)
      expect([status, body.unchanged, body.rejected]).toEqual([200, 1, 2])
      expect((await rowOf(body.batchId, 2)).status).toBe(404)
      expect(
        portal.lines.filter((text) => text.includes('the raw rows of a batch were not kept')),
      ).toHaveLength(1)
    } finally {
      await peek(portal, 'alter table portal.rejected_rows drop constraint nothing')
    }
  })

  it('are kept as they stood, under the headings of their file', async () => {
    const { body } = await send('sales-history', TABLE)
    expect((await rowOf(body.batchId, 2)).body).toEqual({
      headings: HEADINGS,
      cells: ['2', '2024', '1', 'A', 'abc', ' 2,50 ', 'Secret of Boréal'],
      cut: false,
    })
    expect((await rowOf(body.batchId, 3)).body.cells).toEqual(['3', '2024', '13', 'A', '1', '', '=1+1'])
    expect((await faultsOf(body.batchId)).map(({ row, kept }) => [row, kept])).toEqual(
      body.errors.map(({ row }: Json) => [row, true]),
    )
    const json = (await send('sales-history', [sale('j', { 'Qty Sold': [1], Note: null })])).body
    const { headings, cells } = (await rowOf(json.batchId, 1)).body
    expect(Object.fromEntries(headings.map((name: string, at: number) => [name, cells[at]]))).toMatchObject({
      Id: 'j',
      Year: '2024',
      'Qty Sold': '[1]',
      Note: '',
    })
  })

  it('are sealed for their batch, so that the database alone does not tell them', async () => {
    const { body } = await send('sales-history', TABLE)
    const [row] = await peek(portal, 'select * from portal.rejected_rows where batch = $1', [body.batchId])
    expect(row.row_numbers).toEqual([2, 3])
    expect(row.sealed.includes('Secret')).toBe(false)
    const other = (await send('sales-history', TABLE)).body
    await peek(portal, 'update portal.rejected_rows set sealed = $1 where batch = $2', [
      row.sealed,
      other.batchId,
    ])
    expect((await rowOf(other.batchId, 2)).status).toBe(404)
    expect((await rowOf(body.batchId, 2)).status).toBe(200)
  })

  it('are found again in the body where only landing rejected them, however it is packed and wherever they stand', async () => {
    const many = Array.from({ length: 3000 }, (_, at) =>
      line(`d${at}`, 2024, 1, 'A', 1, 1, `row ${at}`),
    ).join('')
    const twice = line('d7', 2024, 1, 'A', 2, 1, 'another')
    const { body } = await send(
      'sales-history',
      line(...HEADINGS) + line('x', 2024, 1, 'A', 'x', 1, 'unread') + many + twice,
    )
    expect(body.errors.map(({ row, code }: Json) => [row, code])).toEqual([
      [1, 'not_a_number'],
      [9, 'duplicate_key'],
      [3002, 'duplicate_key'],
    ])
    const remarks = [1, 9, 3002].map(async (row) => (await rowOf(body.batchId, row)).body.cells[6])
    expect(await Promise.all(remarks)).toEqual(['unread', 'row 7', 'another'])
  })

  it('of a batch that was refused are kept with it, those of a dry run are not', async () => {
    const { body } = await send('sales-history?atomic=true', TABLE)
    expect((await rowOf(body.batchId, 2)).body.cells[6]).toBe('Secret of Boréal')
    const before = await kept('batch')
    const { code, stdout } = await runCommand(portal, ['import', 'sales-history', '-', '--dry-run'], TABLE)
    expect([code, JSON.parse(stdout).rejected]).toEqual([1, 2])
    expect(await kept('batch')).toEqual(before)
    const secrets = { DATA_DIR: portal.dataDir }
    const imported = await runCommand(portal, ['import', 'sales-history', '-'], TABLE, secrets)
    expect((await rowOf(JSON.parse(imported.stdout).batchId, 3)).body.cells[6]).toBe('=1+1')
  }, 60_000)

  it('go into the file of the faults, marked where they would be formulas', async () => {
    const { body } = await send('sales-history', TABLE.replace('Remark', '=Remark'))
    const french = { headers: { 'x-portal-language': 'fr-CA' } }
    const path = `/api/v1/admin/batch-errors/export?batch=${body.batchId}`
    const [head, ...rows] = parse(String((await admin.get(path, french)).body), { bom: true }) as string[][]
    expect(head?.slice(6)).toEqual(
      ['Id', 'Year', 'Month', 'Invoice No', 'Qty Sold', 'Amount', '=Remark'].map(
        (name) => `Reçu\u00a0: ${name}`,
      ),
    )
    expect(rows[0]?.slice(6)).toEqual(['2', '2024', '1', 'A', 'abc', ' 2,50 ', 'Secret of Boréal'])
    expect(rows.at(-1)?.at(-1)).toBe("'=1+1")
    await peek(portal, 'delete from portal.rejected_rows where batch = $1', [body.batchId])
    const [bare] = parse(String((await admin.get(path)).body), { bom: true }) as string[][]
    expect(bare).toHaveLength(6)
    expect((await faultsOf(body.batchId)).map(({ kept }) => kept)).toEqual(body.errors.map(() => false))
  })
})

describe('what is kept of rejected rows', () => {
  it('is bounded for a row and for a batch', async () => {
    const long = line(...HEADINGS) + line('l', 2024, 13, 'A', 1, 1, `${'x'.repeat(20_000)}end`)
    const row = (await rowOf((await send('sales-history', long)).body.batchId, 1)).body
    expect([row.cut, row.cells.at(-1).length < 8192, row.cells.at(-1).length > 8000]).toEqual([
      true,
      true,
      true,
    ])
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key ${at}`, at]))
    const keys = (
      await rowOf((await send('sales-history', [sale('w', { Month: 13, ...wide })])).body.batchId, 1)
    ).body
    expect(JSON.stringify(keys).length).toBeLessThan(64 * 1024)
    const many = Array.from({ length: 400 }, (_, at) => line(at, 2024, 13, 'A', 1, 1, 'x'.repeat(8000)))
    const { body } = await send('sales-history', line(...HEADINGS) + many.join(''))
    const [of] = await peek(
      portal,
      'select bytes, cardinality(row_numbers) as n from portal.rejected_rows where batch = $1',
      [body.batchId],
    )
    expect(of.bytes).toBeLessThan(1.1 * 1024 * 1024)
    expect(of.n).toBeGreaterThan(100)
    expect((await faultsOf(body.batchId)).map(({ kept }) => kept).slice(0, 2)).toEqual([true, true])
    expect((await rowOf(body.batchId, 400)).status).toBe(404)
  })

  it('is bounded for a source: its oldest go, nobody else’s', async () => {
    const own = sender(portal.url, await aKey(portal, { source: 'chatty' }))
    await send('sales-history', TABLE)
    const before = await kept('batch')
    const batches: number[] = []
    for (let at = 0; at < 3; at++) batches.push((await own('sales-history', TABLE)).body.batchId)
    const of = async () => (await kept('batch')).map(({ batch }) => Number(batch)).slice(before.length)
    expect(await of()).toEqual(batches)
    // As if each of the older ones had taken half of what there is.
    await peek(
      portal,
      `update portal.rejected_rows set sealed = convert_to(repeat('x', 16777216), 'utf8') where batch = any ($1)`,
      [batches.slice(0, 2)],
    )
    batches.push((await own('sales-history', TABLE)).body.batchId)
    expect(await of()).toEqual(batches.slice(1))
    expect((await kept('batch')).slice(0, before.length)).toEqual(before)
  })

  it('goes after thirty days, and with the server running', async () => {
    const { body } = await send('sales-history', TABLE)
    const age = (days: number) =>
      peek(
        portal,
        `update portal.rejected_rows set kept_at = now() - make_interval(days => $1) where batch = $2`,
        [days, body.batchId],
      )
    await age(29)
    await portal.owner(sweepRejectedRows)
    expect((await rowOf(body.batchId, 2)).status).toBe(200)
    await age(31)
    await portal.owner(sweepRejectedRows)
    expect((await rowOf(body.batchId, 2)).status).toBe(404)
    expect(await faultsOf(body.batchId)).toHaveLength(body.errorsTotal)
  })
})
