import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rememberReadings, sourceSettings } from '../../src/features/ingestion/server/land/source-settings.ts'
import { openDatabase } from '../../src/platform/server/database/open-database.ts'
import { aKey, anAdministrator } from '../support/actors.ts'
import { runCommand } from '../support/command-line.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const SOURCES = '/api/v1/admin/sources'
const USUAL = { decimal: 'auto', dateOrder: 'auto', encoding: null, duplicates: 'reject' }
const READING = {
  kind: 'orders',
  field: 'Montant Total',
  decided: ',',
  because: 'column',
} as const

/** Works in the name of a source, as its batches do. */
async function asSource<T>(
  source: string,
  work: Parameters<ReturnType<typeof openDatabase>['withImport']>[1],
) {
  const database = openDatabase(portal.location.owner)
  try {
    return (await database.withImport(source, work)) as T
  } finally {
    await database.close()
  }
}
const known = (source: string) => asSource(source, (tx, upstream) => sourceSettings(tx, upstream))
const remember = (source: string, ...readings: Parameters<typeof rememberReadings>[2][number][]) =>
  asSource(source, (tx, upstream) => rememberReadings(tx, upstream, readings))
const acts = () =>
  peek(
    portal,
    `select action, new ->> 'name' as name from portal.audit_log where action like 'source.%' order by seq`,
  )

describe('what is known of a source', () => {
  it('is the usual until something is laid down, and what its files decided, each once and of it alone', async () => {
    expect(await known('fresh')).toEqual({ ...USUAL, readings: [] })
    await remember('fresh', READING, { ...READING, field: 'dateOrder', decided: 'dmy' })
    const since = () => peek(portal, 'select field, decided_at from portal.source_readings order by field')
    const before = await since()
    await remember('fresh', READING)
    expect(await since()).toEqual(before)
    await remember('fresh', { ...READING, decided: '.' })
    expect(await known('fresh')).toEqual({
      ...USUAL,
      readings: [
        { ...READING, decided: '.' },
        { ...READING, field: 'dateOrder', decided: 'dmy' },
      ],
    })
    expect((await known('another')) as object).toMatchObject({ readings: [] })
  })

  it('is changed and forgotten by administrators, on record', async () => {
    await aKey(portal, { source: 'north' })
    await remember('north', READING)
    const admin = await anAdministrator(portal)
    const find = async () =>
      (await admin.get(SOURCES)).body.items.find(({ name }: { name: string }) => name === 'north')
    const { id } = await find()
    expect(await find()).toMatchObject({ ...USUAL, readings: [READING] })
    const laid = { decimal: ',', dateOrder: 'dmy', encoding: 'latin1', duplicates: 'last' }
    const changed = await admin.send('PUT', `${SOURCES}/${id}`, laid)
    expect(changed.body).toMatchObject({ ...laid, encoding: 'windows-1252', readings: [READING] })
    expect(await known('north')).toMatchObject({ ...laid, encoding: 'windows-1252' })
    expect((await admin.post(`${SOURCES}/${id}/forget`, {})).body.readings).toEqual([])
    expect(await find()).toMatchObject({ decimal: ',', readings: [] })
    expect(await acts()).toEqual([
      { action: 'source.changed', name: 'north' },
      { action: 'source.forgotten', name: 'north' },
    ])
  })

  it('is shown and set at the command line', async () => {
    const run = (...parameters: string[]) => runCommand(portal, ['source', ...parameters])
    const absent = await run('nowhere')
    expect([absent.code, absent.stderr]).toEqual([
      1,
      expect.stringMatching(/^There is no source "nowhere"\. Known: /),
    ])
    expect((await run('fresh', '--encoding', 'klingon')).stderr).toMatch(/^encoding: /)
    await remember('fresh', READING)
    const set = await run('fresh', '--decimal', '.', '--date-order', 'ymd', '--duplicates', 'last')
    expect(JSON.parse(set.stdout)).toMatchObject({
      ...USUAL,
      decimal: '.',
      dateOrder: 'ymd',
      duplicates: 'last',
    })
    const forgotten = JSON.parse((await run('fresh', '--forget')).stdout)
    expect(forgotten).toMatchObject({ name: 'fresh', decimal: '.', readings: [] })
    expect(JSON.parse((await run('made', '--decimal', ',')).stdout)).toMatchObject({ ...USUAL, decimal: ',' })
  }, 60_000)
})
