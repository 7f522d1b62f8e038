import { createHash } from 'node:crypto'
import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Tx } from './tx.ts'

/** Rows of a query in chunks, through a cursor of the open transaction: memory stays flat whatever the size. */
export async function* readInChunks<R>(
  tx: Tx,
  query: Compilable<R> | RawBuilder<R>,
  size = 1000,
): AsyncGenerator<R[]> {
  const { sql: text, parameters } = query.compile(tx)
  // A connection keeps how the rows of a statement are read by its text: two queries never fetch by the same words.
  const cursor = `chunks_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  await tx.executeQuery({
    ...sql`select 1`.compile(tx),
    sql: `declare ${cursor} no scroll cursor for ${text}`,
    parameters,
  })
  for (;;) {
    const { rows } = await sql<R>`fetch ${sql.raw(String(size))} from ${sql.raw(cursor)}`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await sql`close ${sql.raw(cursor)}`.execute(tx)
}
