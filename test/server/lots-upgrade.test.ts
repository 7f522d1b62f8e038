import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { embeddedDatabase } from '../../src/platform/server/database/location.ts'
import { migrate, migrationsOf } from '../../src/platform/server/database/migrate.ts'
import { aKey, anAdministrator } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { counts, peek, sender } from '../support/ingest.ts'
import { startTestPortal } from '../support/portal.ts'

/** What a former version stored: a lot, its results by lot and test, and a line that names its number alone. */
const STORED = `
  insert into portal.lots (source_id, lot_no, item_no, state) values (1, 'L-old', 'P1', 'released');
  insert into portal.lot_results (source_id, source_key, lot_no, test, max_value, result, result_value, unit, verdict, tested_on) values
    (1, 'L-old' || chr(31) || 'Lead', 'L-old', 'Lead', 0.5, '0.42', 0.42, 'ppm', null, '2025-02-01'),
    (1, 'L-old' || chr(31) || 'Yeast', 'L-old', 'Yeast', 100, '< 10', null, null, 'pass', '2025-02-01'),
    (1, 'L-old' || chr(31) || 'Count', 'L-old', 'Count', 2000, '1,250', 1250, null, null, null),
    (1, 'L-new' || chr(31) || 'Lead', 'L-new', 'Lead', 0.5, '0.6', 0.6, null, null, '2025-02-01');
  insert into portal.upstream_rows (source_id, kind, key, tenant_id, row_id, content_hash)
  select 1, 'lots', x.lot_no, 0, x.id, md5(row(x.item_no, x.manufactured_on, x.expires_on, x.state, x.quantity, x.unit)::text)::uuid from portal.lots x
  union all select 1, 'lot-results', r.source_key, 0, r.id, md5('')::uuid from portal.lot_results r;
  insert into portal.unassigned_order_lines (id, source_id, source_key, order_key, line_no, item_no, lot)
  values (1, 1, 'O' || chr(31) || '1', 'O', '1', 'OTHER', 'L-old');`

it('a former version’s lots, results and lines keep their meaning, and the same rows again are unchanged', async () => {
  const { connection } = inject('testServer')
  const name = `lotline_lots_${randomBytes(6).toString('hex')}`
  const asked = async (database: string, statement: string) => {
    const client = new pg.Client({ ...connection, database })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await asked('postgres', `create database ${name}`)
  const location = embeddedDatabase(connection, name)
  const before = migrationsOf().filter((file) => file.name < '0510')
  await migrate(location, { only: new Set(before.map((file) => file.name)) })
  await asked(name, STORED)
  await migrate(location)
  const drop = () => asked('postgres', `drop database if exists ${name} with (force)`)
  const portal = await startTestPortal({}, { database: { location, name, drop } })
  try {
    const send = sender(portal.url, await aKey(portal))
    const admin = await anAdministrator(portal)
    const { lot, results } = (await admin.get('/api/v1/lots/L-old')).body
    expect([lot.itemNo, lot.tests, lot.outOfSpecification, lot.open]).toEqual(['P1', 3, 0, 1])
    expect(
      results.map((row: Json) => [row.test, row.sample, row.verdict, row.because, row.comparator]),
    ).toEqual([
      ['Count', '1', 'unjudged', 'two_readings', null],
      ['Lead', '1', 'pass', 'within_limits', '='],
      ['Yeast', '1', 'pass', 'within_limits', '<'],
    ])
    expect(await peek(portal, 'select lot_item from portal.unassigned_order_lines')).toEqual([
      { lot_item: 'P1' },
    ])
    const same = [
      ...[
        {
          'Lot No': 'L-old',
          Test: 'Lead',
          Max: '0.50',
          Result: '0.42',
          Unit: 'ppm',
          'Tested On': '2025-02-01',
        },
        {
          'Lot No': 'L-old',
          Test: 'Yeast',
          Max: 100,
          Result: '< 10',
          Verdict: 'Pass',
          'Tested On': '2025-02-01',
        },
        { 'Lot No': 'L-new', Test: 'Lead', Max: '0,5', Result: 0.6, 'Tested On': '2025-02-01' },
      ],
    ]
    expect(counts((await send('lot-results', same)).body)).toEqual({ received: 3, unchanged: 3 })
    const oldLot = { 'Lot No': 'L-old', 'Item No': 'P1', State: 'Released' }
    expect(counts((await send('lots', [oldLot])).body)).toEqual({ received: 1, unchanged: 1 })
    // What waited for its lot is judged as well, and tied when the lot comes.
    await send('lots', [{ ...oldLot, 'Lot No': 'L-new' }])
    expect((await admin.get('/api/v1/lots/L-new')).body.lot.outOfSpecification).toBe(1)
    expect(counts((await send('lot-results', same.slice(2))).body)).toEqual({ received: 1, unchanged: 1 })
  } finally {
    await portal.close()
  }
})
