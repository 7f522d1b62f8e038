import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleBodies } from '../../src/features/ingestion/domain/kinds/examples.ts'
import { KINDS, type Kind } from '../../src/features/ingestion/domain/kinds/kinds.ts'
import { importRows } from '../../src/features/ingestion/server/import-rows.ts'
import { openDatabase } from '../../src/platform/server/database/open-database.ts'
import { aKey, aMember, aTenant } from '../support/actors.ts'
import { runCommand } from '../support/command-line.ts'
import { counts, order, peek, sale, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let folder: string
beforeAll(async () => {
  portal = await startTestPortal()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-import-'))
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
  await portal?.close()
})

const file = (name: string, content: string | Buffer) => {
  const place = path.join(folder, name)
  fs.writeFileSync(place, content)
  return place
}
const run = (...parameters: string[]) => runCommand(portal, ['import', ...parameters])
const TABLE = 'Id;Year;Month;Invoice No;Qty Sold;Amount\n1;2024;1;A;1;1,50\n2;2024;1;A;2;2,50\n'

describe('portal import', () => {
  it('says in a few words what it cannot do, keeps what was refused, and ends with 1', async () => {
    const cases: [string[], RegExp, RegExp?][] = [
      [['pamphlets', file('a.csv', TABLE)], /^There is no kind "pamphlets"\. Known: customers, orders/],
      [['orders', path.join(folder, 'absent.csv')], /^There is no file .*absent\.csv/],
      [
        ['orders', file('b.csv', '')],
        /b\.csv: The body is empty\.$/,
        /^kept as batch \d+ of Administration → Integrations$/,
      ],
      [
        ['orders', file('c.csv', '%PDF-1.4')],
        /c\.csv: The body is not a table but a PDF document\. See docs\/how-data-is-read\.md#files\.$/,
        /^kept as/,
      ],
      [
        ['orders', file('d.csv', TABLE)],
        /d\.csv: None of the headings/,
        /^came: Id, Year, Month, .*\nwould have fitted: Primary, .*\nkept as/,
      ],
      [
        ['sales-history', file('e.csv', TABLE), '--mapping', path.join(folder, 'none.json')],
        /^There is no mapping file/,
      ],
      [
        ['sales-history', file('f.csv', TABLE), '--mapping', file('f.json', '{"columns":')],
        /f\.json is not JSON\.$/,
      ],
      [
        ['sales-history', file('g.csv', TABLE), '--mapping', file('g.json', '{"colums":{}}')],
        /g\.json is no mapping\. .*colums/,
      ],
      [
        ['sales-history', file('h.csv', TABLE), '--mapping', file('h.json', '{"columns":{"Id":"Ident"}}')],
        /The mapping names "Ident"/,
        /^would have fitted: Id, .*\nkept as/,
      ],
      [
        ['orders', path.join(folder, 'd.csv'), '--dry-run'],
        /d\.csv: None of the headings/,
        /^came: .*\nwould have fitted: .*$/,
      ],
    ]
    for (const [parameters, said, more] of cases) {
      const { code, stdout, stderr } = await run(...parameters)
      expect([code, stdout], stderr).toEqual([1, ''])
      const [first, ...rest] = stderr.trimEnd().split('\n')
      expect(first).toMatch(said)
      expect(rest.join('\n')).toMatch(more ?? /^$/)
    }
    expect(await peek(portal, 'select refusal from portal.ingest_batches order by id')).toEqual(
      ['empty_body', 'not_a_table', 'unknown_headings', 'unknown_column'].map((refusal) => ({ refusal })),
    )
  }, 120_000)

  it('prints a refusal as the problem that HTTP answers with --json', async () => {
    const { code, stdout } = await run('orders', file('json.csv', TABLE), '--json')
    const [{ id }] = (await peek(portal, 'select max(id)::int as id from portal.ingest_batches')) as [
      { id: number },
    ]
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        ...{ status: 422, code: 'unknown_headings', batchId: id },
        found: ['Id', 'Year', 'Month', 'Invoice No', 'Qty Sold', 'Amount'],
        accepted: KINDS.orders.columns.map(({ name }) => name),
      },
    ])
  }, 60_000)

  it('brings a file in, again without effect, and under a source of its own', async () => {
    const place = file('sales.csv.gz', gzipSync(TABLE))
    const first = await run('sales-history', place)
    expect([first.code, first.stderr]).toEqual([0, ''])
    expect(counts(JSON.parse(first.stdout))).toEqual({ received: 2, inserted: 2 })
    expect(counts(JSON.parse((await run('sales-history', place)).stdout))).toEqual({
      received: 2,
      unchanged: 2,
    })
    expect(counts(JSON.parse((await run('sales-history', place, '--source', 'elsewhere')).stdout))).toEqual({
      received: 2,
      inserted: 2,
    })
    const stored = await peek(
      portal,
      'select sum(amount_cents)::int as cents, count(*)::int as n from portal.unassigned_sales_history',
    )
    expect(stored).toEqual([{ cents: 800, n: 4 }])
    const audit = await peek(
      portal,
      `select actor_kind, actor, tenant_id from portal.audit_log where action = 'ingest.batch'`,
    )
    expect(audit).toHaveLength(3)
    expect(audit[0]).toMatchObject({ actor_kind: 'ingest', tenant_id: 0 })
  }, 60_000)

  it('tries everything with --dry-run and keeps nothing', async () => {
    const tables = ['ingest_batches', 'audit_log', 'outbox', 'upstream_rows', 'unassigned_orders', 'feeds']
    const sizes = () =>
      Promise.all(tables.map((table) => peek(portal, `select count(*) from portal.${table}`)))
    const before = await sizes()
    const { code, stdout } = await run(
      'orders',
      file('dry.csv', 'Primary,Client Name\n1,A\n2,B\n'),
      '--dry-run',
    )
    expect([code, JSON.parse(stdout).dryRun, counts(JSON.parse(stdout))]).toEqual([
      0,
      true,
      { received: 2, inserted: 2 },
    ])
    expect(await sizes()).toEqual(before)
    expect(await stagedRows(portal)).toBe(0)
  }, 60_000)

  it('names faulty rows on standard error, takes the good ones, and ends with 1', async () => {
    const { code, stdout, stderr } = await run(
      'orders',
      file('faulty.csv', 'Primary,Client Name,Order Date\n11,A,2024-02-30\n12,B,\n,C,\n'),
    )
    expect([code, counts(JSON.parse(stdout))]).toEqual([1, { received: 3, inserted: 1, rejected: 2 }])
    expect(stderr).toMatch(/^line 2: Order Date: .*\(no_such_date\)$/m)
    expect(stderr).toMatch(/^line 4: Primary or Ord No is required/m)
  }, 60_000)

  it('reads what a mapping file says, and standard input', async () => {
    const mapping = file(
      'fr.json',
      JSON.stringify({
        columns: {
          'N° ligne': 'Id',
          Année: 'Year',
          Mois: 'Month',
          Facture: 'Invoice No',
          'Qté vendue': 'Qty Sold',
          Montant: 'Amount',
        },
        decimal: ',',
      }),
    )
    const table = 'N° ligne;Année;Mois;Facture;Qté vendue;Montant\nF1;2024;5;B;1;1,005\n'
    const { code, stdout, stderr } = await runCommand(
      portal,
      ['import', 'sales-history', '-', '--mapping', mapping],
      table,
    )
    expect([code, stderr]).toEqual([0, ''])
    expect(counts(JSON.parse(stdout))).toEqual({ received: 1, inserted: 1 })
    // With a comma as decimal mark this is one dollar and a half cent, not a thousand and five.
    expect(
      await peek(
        portal,
        `select amount_cents::int as cents, amount_text from portal.unassigned_sales_history where source_key = 'F1'`,
      ),
    ).toEqual([{ cents: 101, amount_text: '1,005' }])
  }, 60_000)
})

describe('from within the program', () => {
  it('goes the same way, the examples of the reference included', async () => {
    const tenantId = await aTenant(portal, { clientCodes: ['BOR-01'], source: 'inside' })
    const database = openDatabase(portal.location.owner)
    try {
      for (const kind of Object.keys(KINDS) as Kind[]) {
        const answer = await importRows(database, 'inside', kind, KINDS[kind].example)
        const kept = KINDS[kind].example.filter((row) => row._op !== 'delete').length
        expect(counts(answer)).toMatchObject({ inserted: kept })
        expect([answer.rejected, answer.unknownColumns]).toEqual([0, []])
        const send = sender(portal.url, await aKey(portal, { source: 'inside' }))
        for (const [type, body] of Object.entries(exampleBodies(kind))) {
          const { status, body: again, text } = await send(kind, body, { 'content-type': type })
          expect(status, text).toBe(200)
          expect([counts(again), again.unknownColumns]).toEqual([
            { received: KINDS[kind].example.length, unchanged: KINDS[kind].example.length },
            [],
          ])
        }
      }
      const many = await importRows(
        database,
        'inside',
        'sales-history',
        (function* () {
          for (let id = 0; id < 12_000; id++) yield sale(`m${id}`, { 'Client Code': 'BOR-01' }) as never
        })(),
      )
      expect(counts(many)).toEqual({ received: 12_000, inserted: 12_000 })
      const bad = await importRows(database, 'inside', 'orders', [
        order('x', { 'Montant Total': '1e3' }) as never,
      ])
      expect(bad.errors).toMatchObject([{ row: 1, field: 'Montant Total' }])
    } finally {
      await database.close()
    }
    const member = await aMember(portal, tenantId)
    expect((await member.get('/api/v1/sales/history')).body.totals).toMatchObject({
      lines: 12_001,
      amount: '125280.00',
    })
  }, 60_000)
})
