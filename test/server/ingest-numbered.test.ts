import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '../../src/features/ingestion/server/import-file.ts'
import { LandingRefusal } from '../../src/features/ingestion/server/land/refusal.ts'
import { type Database, openDatabase } from '../../src/platform/server/database/open-database.ts'
import { counts, peek, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let database: Database
beforeAll(async () => {
  portal = await startTestPortal()
  database = openDatabase(portal.location.owner)
})
afterAll(async () => {
  expect(await stagedRows(portal)).toBe(0)
  expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  await database.close()
  await portal.close()
})

/** A line of a document: what it says (null: it could not be read), and when it was written. */
type Line = { of: string; says: number | null; at?: string; deletes?: true }

let sources = 0
const aSource = () => `numbered ${++sources}`

const HEADINGS = 'Year,Month,Invoice No,Qty Sold,Amount,Updated At,_op'

/** Lands lines as a file under headings, whose lines are numbered within their document. */
async function land(source: string, lines: Line[], complete = true) {
  const rows = lines.map(({ of, says, at = '', deletes }) =>
    ['2026', '1', of, '1', says ?? 'x', at, deletes ? 'delete' : ''].join(','),
  )
  const body = Readable.from([Buffer.from(`${[HEADINGS, ...rows].join('\n')}\n`)])
  const mapping = { numberWithin: 'Invoice No' }
  return importFile(database, { kind: 'sales-history', body, source, mapping, complete })
}

const line = (of: string, says: number | null, more: Partial<Line> = {}): Line => ({ of, says, ...more })

/** What stands of a source: number within its document, and what the line says. */
async function standing(source: string): Promise<[string, number][]> {
  const rows = await peek(
    portal,
    `select replace(source_key, chr(31), ' ') as key, amount_cents / 100 as says from portal.unassigned_sales_history
      where source_id = (select id from auth.ingest_sources where name = $1) order by source_key collate "C"`,
    [source],
  )
  return rows.map(({ key, says }) => [key, Number(says)])
}

describe('lines that are numbered within their documents', () => {
  it('are refused whole where a document stands with other lines, unless all of them came', async () => {
    const source = aSource()
    await land(source, [line('A', 1), line('A', 2), line('B', 9)])
    const refused = land(source, [line('C', 5), line('A', 2), line('A', 3), line('B', 9)], false)
    await expect(refused).rejects.toMatchObject({
      code: 'parent_incomplete',
      figures: { parents: 1 },
      errors: [
        { row: 2, line: 3, key: 'A', code: 'parent_incomplete', message: 'A stands with 2 lines; 2 came.' },
      ],
    })
    await expect(refused).rejects.toBeInstanceOf(LandingRefusal)
    expect(await standing(source)).toEqual([
      ['A 1', 1],
      ['A 2', 2],
      ['B 1', 9],
    ])
    // The same lines again, and documents that are new, lack nothing.
    const answer = await land(source, [line('A', 2), line('A', 1), line('C', 5)], false)
    expect(counts(answer)).toEqual({ received: 3, inserted: 1, unchanged: 2 })
  })

  it('keep their numbers in whatever order they come, as often as they are there', async () => {
    const source = aSource()
    await land(source, [line('A', 7), line('A', 7), line('A', 8), line('AB', 7)])
    const again = await land(source, [line('AB', 7), line('A', 8), line('A', 7), line('A', 7)])
    expect(counts(again)).toEqual({ received: 4, unchanged: 4 })
    expect(again.sums).toMatchObject([{ rows: 4, amount: '29.00' }])
    // One of the two that are alike goes, and another comes: it takes its number.
    const changed = await land(source, [line('A', 9), line('A', 8), line('A', 7), line('AB', 7)])
    expect(counts(changed)).toEqual({ received: 4, updated: 1, unchanged: 3 })
    expect(await standing(source)).toEqual([
      ['A 1', 7],
      ['A 2', 9],
      ['A 3', 8],
      ['AB 1', 7],
    ])
  })

  it('go where they stand and are not brought, which is told', async () => {
    const source = aSource()
    await land(source, [line('A', 1), line('A', 2), line('A', 3), line('B', 4)])
    const less = await land(source, [line('A', 3)])
    expect(counts(less)).toEqual({ received: 1, unchanged: 1, deleted: 2, removed: 2 })
    expect(await standing(source)).toEqual([
      ['A 3', 3],
      ['B 1', 4],
    ])
    // Numbers that are free are given again.
    await land(source, [line('A', 3), line('A', 5), line('A', 6)])
    expect(await standing(source)).toEqual([
      ['A 1', 5],
      ['A 2', 6],
      ['A 3', 3],
      ['B 1', 4],
    ])
    // A row to delete names a document without lines.
    const gone = await land(source, [line('A', null, { deletes: true })])
    expect(counts(gone)).toEqual({ received: 1, unchanged: 1, deleted: 3, removed: 3 })
    expect(await standing(source)).toEqual([['B 1', 4]])
  })

  it('keep what stands at the number of one that cannot be read', async () => {
    const source = aSource()
    await land(source, [line('A', 1), line('A', 2), line('A', 3)])
    const faulty = await land(source, [line('A', 3), line('A', null), line('A', 1)])
    expect(counts(faulty)).toEqual({ received: 3, unchanged: 2, rejected: 1 })
    expect(faulty.errors).toMatchObject([{ row: 2, key: 'A\u001f2', code: 'not_a_number' }])
    expect(await standing(source)).toEqual([
      ['A 1', 1],
      ['A 2', 2],
      ['A 3', 3],
    ])
    const mended = await land(source, [line('A', 3), line('A', 4), line('A', 1)])
    expect(counts(mended)).toEqual({ received: 3, updated: 1, unchanged: 2 })
    expect(await standing(source)).toEqual([
      ['A 1', 1],
      ['A 2', 4],
      ['A 3', 3],
    ])
    // Nothing else of a document came than what cannot be read.
    const none = await land(source, [line('A', null)])
    expect(counts(none)).toEqual({ received: 1, deleted: 2, removed: 2, rejected: 1 })
  })

  it('stay where they are newer than a whole document that comes late', async () => {
    const source = aSource()
    await land(source, [
      line('A', 1, { at: '2026-02-02T10:00:00Z' }),
      line('A', 2, { at: '2026-02-02T10:00:00Z' }),
    ])
    const late = await land(source, [line('A', 1, { at: '2026-02-01T10:00:00Z' })])
    expect(counts(late)).toEqual({ received: 1, stale: 1 })
    expect(await standing(source)).toHaveLength(2)
  })

  it('are after any files what the last one with their document said, each content as often', async () => {
    const file = fc.array(
      fc.record({ of: fc.constantFrom('A', 'B'), says: fc.integer({ min: 1, max: 3 }) }),
      { minLength: 1, maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 4 }), async (files) => {
        const source = aSource()
        const last = new Map<string, number[]>()
        for (const lines of files) {
          const answer = await land(source, lines)
          expect(answer.received + answer.removed).toBe(
            answer.inserted + answer.updated + answer.unchanged + answer.deleted,
          )
          for (const of of new Set(lines.map((line) => line.of)))
            last.set(of, lines.flatMap((line) => (line.of === of ? [line.says] : [])).toSorted())
        }
        const stands = await standing(source)
        for (const [of, says] of last)
          expect(
            stands.flatMap(([key, said]) => (key.startsWith(`${of} `) ? [said] : [])).toSorted(),
          ).toEqual(says)
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 20) },
    )
  }, 120_000)
})
