import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { counts, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let key: string
let folder: string
beforeAll(async () => {
  portal = await startTestPortal()
  key = await aKey(portal, { source: 'erp' })
  folder = mkdtempSync(join(tmpdir(), 'lotline-mappings-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await portal.close()
})

const REPORT = `Sales by order
Beleg,Datum,Kunde,Ware,Stück,Betrag
B-1,2026-05-13,Delta Nutri,Iron Bar,2,"54,50"
,,,Creatine KG,5,"39,00"
Total,,,,7,"93,50"
`
const MAPPING = {
  columns: {
    Beleg: 'Invoice No',
    Datum: 'Invoice Date',
    Kunde: 'Customer Name',
    Ware: 'Item Name',
    Stück: 'Qty Sold',
    Betrag: 'Amount',
  },
  fillDown: ['Beleg', 'Datum', 'Kunde'],
  numberWithin: 'Beleg',
}

async function saved(method: string, name: string, body?: unknown, as: string | null = key) {
  const response = await fetch(`${portal.url}/api/v1/ingest/mappings${name}`, {
    method,
    headers: { ...(as !== null && { authorization: `Bearer ${as}` }), 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Json }
}

const landed = { received: 2, inserted: 2 }

describe('mappings that are saved under a name', () => {
  it('are for keys that may ingest; one that is bound to a client changes none', async () => {
    expect((await saved('GET', '/report', undefined, null)).status).toBe(401)
    expect((await saved('PUT', '/report', MAPPING, 'llk_unknown')).status).toBe(401)
    const collects = await aKey(portal, { source: 'erp', scope: 'collect' })
    expect((await saved('PUT', '/report', MAPPING, collects)).body.code).toBe('key_scope')
    const bound = await aKey(portal, { source: 'erp', tenantId: await aTenant(portal) })
    expect((await saved('PUT', '/report', MAPPING, bound)).body.code).toBe('key_bound')
    expect((await saved('DELETE', '/report', undefined, bound)).body.code).toBe('key_bound')
  })

  it('are refused where they are wrong, with what is allowed', async () => {
    const { status, body } = await saved('PUT', '/report', { colums: {} })
    expect([status, body.code]).toEqual([422, 'validation'])
    expect(body.errors[0].message).toMatch(/^"colums" is not known; allowed: columns, split, /)
    expect((await saved('PUT', '/report', '{')).body.code).toBe('validation')
    expect((await saved('GET', '/nothing')).body.code).toBe('unknown_mapping')
  })

  it('are saved, used by pushes of their source alone, and deleted, on record', async () => {
    expect((await saved('PUT', '/report', MAPPING)).body).toMatchObject({ name: 'report', mapping: MAPPING })
    expect((await saved('GET', '')).body.items).toMatchObject([{ name: 'report' }])
    const { status, body } = await sender(portal.url, key)('sales-history?mapping=report', REPORT)
    expect([status, counts(body)]).toEqual([200, landed])
    expect(body.sums).toEqual([{ currency: 'CAD', rows: 2, quantity: '7', amount: '93.50' }])
    expect(body.reading.skipped).toEqual([
      { line: 1, why: 'title', text: 'Sales by order' },
      { line: 5, why: 'total', text: 'Total 7 93,50' },
    ])
    const other = await aKey(portal, { source: 'crm' })
    expect((await sender(portal.url, other)('sales-history?mapping=report', REPORT)).body.code).toBe(
      'unknown_mapping',
    )
    expect((await saved('DELETE', '/report')).status).toBe(200)
    expect((await saved('GET', '/report')).status).toBe(404)
    const acts = await peek(
      portal,
      `select action from portal.audit_log where action like 'mapping.%' order by seq`,
    )
    expect(acts.map(({ action }) => action)).toEqual(['mapping.saved', 'mapping.deleted'])
  })

  it('are looked after by administrators, too', async () => {
    const admin = await anAdministrator(portal)
    const at = '/api/v1/ingest/mappings/theirs'
    expect((await admin.send('PUT', at, { source: 'erp', decimal: 'x' })).status).toBe(422)
    expect((await admin.send('PUT', at, { source: 'nowhere', ...MAPPING })).status).toBe(404)
    expect((await admin.send('PUT', at, { source: 'erp', ...MAPPING })).body).toMatchObject({
      name: 'theirs',
    })
    expect((await admin.get('/api/v1/ingest/mappings?source=erp')).body.items).toMatchObject([
      { name: 'theirs' },
    ])
    expect((await saved('GET', '/theirs')).body.mapping).toEqual(MAPPING)
    expect((await admin.send('DELETE', at, { source: 'erp' })).body).toEqual({ name: 'theirs' })
  })

  it('have a schema', async () => {
    const response = await fetch(`${portal.url}/api/v1/ingest/mapping.schema.json`)
    expect(Object.keys(((await response.json()) as Json).properties)).toContain('numberWithin')
  })
})

describe('a mapping that comes with its file', () => {
  const form = (...parts: [name: string, content: string][]) => {
    const data = new FormData()
    for (const [name, content] of parts) data.append(name, new Blob([content]))
    return data
  }
  const push = async (data: FormData, source: string) => {
    const response = await fetch(`${portal.url}/api/v1/ingest/sales-history`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await aKey(portal, { source })}` },
      body: data,
    })
    return { status: response.status, body: (await response.json()) as Json }
  }

  it('is refused where a part is missing, another or wrong', async () => {
    for (const data of [
      form(['file', REPORT]),
      form(['mapping', '{}']),
      form(['table', REPORT], ['mapping', '{}']),
      form(['mapping', '{"key":[]}'], ['file', REPORT]),
    ]) {
      const { status, body } = await push(data, 'forms')
      expect([status, body.code]).toEqual([422, 'validation'])
    }
  })

  it('is taken in either order', async () => {
    const mapping = JSON.stringify(MAPPING)
    for (const [source, data] of [
      ['mapping first', form(['mapping', mapping], ['file', REPORT])],
      ['file first', form(['file', REPORT], ['mapping', mapping])],
    ] as const) {
      const { status, body } = await push(data, source)
      expect([status, counts(body)]).toEqual([200, landed])
    }
  })
})

describe('portal import', () => {
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const run = (...parameters: string[]) => runCommand(portal, ['import', 'sales-history', ...parameters])

  it('says what is wrong with its options and mapping', async () => {
    const file = write('report.csv', REPORT)
    const wrong = await run(file, '--mapping', write('wrong.json', '{"colums":{}}'))
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('"colums" is not known; allowed: columns,'),
    ])
    const scope = await run(file, '--mode', 'replace')
    expect([scope.code, scope.stderr]).toEqual([1, expect.stringContaining('--scope: ')])
    const saved = await run(file, '--mapping', 'nothing')
    expect([saved.code, saved.stderr]).toEqual([
      1,
      expect.stringContaining('no mapping of main is saved under that name'),
    ])
  }, 60_000)

  it('answers what a push answers, as a problem with --json', async () => {
    const file = write('undecided.csv', 'Id,Year,Month,Invoice No,Qty Sold,Amount\nE0,2026,4,L0,1,767.489\n')
    const refused = await run(file, '--source', 'cli', '--json')
    expect([refused.code, refused.stderr]).toEqual([1, ''])
    expect(JSON.parse(refused.stdout)).toMatchObject({ code: 'number_mark_unclear', status: 422 })
    const report = await run(file, '--source', 'cli', '--decimal', '.', '--map-report')
    expect(JSON.parse(report.stdout)).toMatchObject({
      received: 1,
      reading: { decimals: { Amount: { mark: '.', because: 'setting' } } },
    })
    const taken = await run(
      file,
      '--source',
      'cli',
      '--decimal',
      '.',
      '--controls',
      '{"rows":1,"amount":"767.49"}',
      '--json',
    )
    expect(JSON.parse(taken.stdout)).toMatchObject({ received: 1, inserted: 1 })
    // What was decided is remembered.
    const again = await run(file, '--source', 'cli')
    expect(JSON.parse(again.stdout)).toMatchObject({
      unchanged: 1,
      reading: { decimals: { Amount: { because: 'remembered' } } },
    })
    const controls = await run(file, '--source', 'cli', '--controls', '{"rows":2}')
    expect([controls.code, controls.stderr]).toEqual([
      1,
      expect.stringContaining('rows: 2 expected, 1 arrived'),
    ])
  }, 60_000)
})
