import { sql } from 'kysely'
import type { TestPortal } from '../support/portal.ts'
import { insertLines, openImport, type TestLine } from '../support/sales-lines.ts'
import { lineOf, readRecords } from '../support/trial-sales.ts'

/** The file's lines, those of the given client codes under their tenants and the others unassigned, in one transaction. */
export async function loadSales(
  portal: TestPortal,
  file: string,
  tenants: Map<string, number>,
): Promise<TestLine[]> {
  const all: TestLine[] = []
  await portal.owner(async (tx) => {
    await openImport(tx)
    await sql`set local portal.bulk = 'on'`.execute(tx)
    let chunk: TestLine[] = []
    const write = async () => {
      await insertLines(tx, chunk)
      chunk = []
    }
    for await (const record of readRecords(`sales/${file}.csv.gz`)) {
      const line = lineOf(record, tenants)
      all.push(line)
      chunk.push(line)
      if (chunk.length === 20_000) await write()
    }
    await write()
  })
  return all
}
