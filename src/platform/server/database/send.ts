import pg from 'pg'

// What kysely-codegen was told (tools/database-types.ts) must agree with what arrives.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const n = Number(text)
  if (!Number.isSafeInteger(n)) throw new RangeError(`int8 ${text} does not fit a number`)
  return n
})
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

type Corked = { connection: { stream: { cork(): void; uncork(): void } } }

/**
 * The only call of client.query: always the extended protocol, which refuses stacked statements. What is sent at the same
 * moment (begin and context, the queries of a screen) leaves in one write: each write is a call of the kernel.
 */
export function send(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  const { stream } = (client as unknown as Corked).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return client.query({ text, values: values as unknown[], queryMode: 'extended' } as pg.QueryConfig)
}
