import pg from 'pg'
import { type Answer, QueryPipeline } from './query-pipeline.ts'

export type { Answer }

// What kysely-codegen was told (tools/database-types.ts) must agree with what arrives.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const n = Number(text)
  if (!Number.isSafeInteger(n)) throw new RangeError(`int8 ${text} does not fit a number`)
  return n
})
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const waiting = new WeakMap<pg.ClientBase, QueryPipeline>()

/**
 * The only way to the database: always the extended protocol, which refuses stacked statements. What is sent at the same
 * moment (begin and context, the queries of a screen) leaves in one write and is answered in one: each is a call of the
 * kernel, here and there. `role`: who acts, because a plan that was kept for one role is of no use to another.
 */
export function send(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
  role = '',
): Promise<Answer> {
  let flight = waiting.get(client)
  if (!flight) {
    const begun = new QueryPipeline()
    flight = begun
    waiting.set(client, begun)
    process.nextTick(() => {
      waiting.delete(client)
      client.query(begun)
    })
  }
  return flight.add(client, text, values, role).catch((fault: Error) => {
    // A stack that leads to whoever asked, not to the socket.
    Error.captureStackTrace(fault)
    throw fault
  })
}
