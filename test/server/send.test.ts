import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from '../../src/platform/server/database/pool.ts'
import { cachePreparedStatements } from '../../src/platform/server/database/prepared-statements.ts'
import { send } from '../../src/platform/server/database/send.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let pool: pg.Pool
let client: pg.PoolClient
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const ask = async (text: string, values: unknown[] = [], role?: string) =>
  (await send(client, text, values, role)).rows
const outcomes = async (...texts: string[]) =>
  (await Promise.allSettled(texts.map((text) => send(client, text)))).map((one) =>
    one.status === 'fulfilled' ? one.value.rows : one.reason.code,
  )
const held = async () => Number((await ask('select count(*) as n from pg_prepared_statements'))[0]?.n)

describe.each([
  ['kept', true],
  ['not kept', false],
])('statements that are %s', (_, keep) => {
  beforeEach(async () => {
    pool = openPool({ ...(database.location.owner as pg.PoolConfig), max: 1 })
    if (keep) pool.on('connect', cachePreparedStatements)
    client = await pool.connect()
    await ask('create temp table things (id int primary key, name text)')
  })
  afterEach(async () => {
    client.release(true)
    await pool.end()
  })

  it('are answered in their order, each with its own rows, again and again', async () => {
    for (const n of [1, 2, 3]) {
      const answers = await Promise.all([
        send(client, 'insert into things values ($1, $2), ($1 + 10, null)', [n, `thing ${n}`]),
        send(client, 'select id, name from things where id % 10 = $1 order by id', [n]),
        send(client, 'select id, name from things where id % 10 = $1 order by id', [n - 1]),
        send(client, 'select where false'),
      ])
      expect(answers[0]).toEqual({ rows: [], rowCount: 2 })
      const both = (id: number) => [
        { id, name: `thing ${id}` },
        { id: id + 10, name: null },
      ]
      expect(answers[1]).toEqual({ rows: both(n), rowCount: 2 })
      expect(answers[2]?.rows).toEqual(n > 1 ? both(n - 1) : [])
      expect(answers[3]).toEqual({ rows: [], rowCount: 0 })
    }
  })

  it.each([
    ['cannot be read', 'selec 1', '42601'],
    ['names what is not there', 'select nothing from things', '42703'],
    ['fails when it is executed', 'select 1 / (count(*) - count(*)) from things', '22012'],
  ])('fail with one that %s, which harms nothing sent later', async (_, wrong, code) => {
    const before = 'insert into things values (1, null)'
    const behind = 'select count(*) as n from things'
    for (const _ of [1, 2, 3]) expect(await outcomes(before, wrong, behind)).toEqual([code, code, code])
    expect(await outcomes(behind)).toEqual([[{ n: 0 }]])
    expect(await outcomes(before, behind)).toEqual([[], [{ n: 1 }]])
  })

  it('fail alone where a value cannot be sent or an answer cannot be held', async () => {
    const round: unknown[] = []
    round.push({ round })
    const [unsent, sent] = await Promise.allSettled([
      send(client, 'select $1::jsonb', [round[0]]),
      send(client, 'select 1 as n'),
    ])
    expect([unsent.status, sent]).toMatchObject(['rejected', { value: { rows: [{ n: 1 }] } }])
    for (const _ of [1, 2]) await expect(ask('select 9007199254740993 as n')).rejects.toThrow(RangeError)
    expect(await ask('select 1::bigint as n')).toEqual([{ n: 1 }])
  })

  it('are not mixed up when what they answer is changed under them', async () => {
    const all = 'select * from things'
    await ask('insert into things values (1, null)')
    for (const _ of [1, 2]) expect(await ask(all)).toEqual([{ id: 1, name: null }])
    await ask(`alter table things add column size int not null default 3`)
    if (keep) expect(await outcomes('select 1 as n', all)).toEqual(['0A000', '0A000'])
    for (const _ of [1, 2]) expect(await ask(all)).toEqual([{ id: 1, name: null, size: 3 }])
  })

  it('end with their connection', async () => {
    const { rows } = await send(client, 'select pg_backend_pid() as pid')
    const other = new pg.Client(database.location.owner)
    await other.connect()
    const waiting = outcomes('select 1 as n', 'select pg_sleep(60)', 'select 2 as n')
    const isAsleep = () =>
      other.query(`select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`, [rows[0].pid])
    while ((await isAsleep()).rowCount === 0);
    await other.query('select pg_terminate_backend($1)', [rows[0].pid])
    await other.end()
    expect(await waiting).toEqual(['57P01', '57P01', '57P01'])
  })

  it('are at most a hundred of each role on a connection', async () => {
    const numbers = Array.from({ length: 250 }, (_, n) => n)
    for (const _ of [1, 2]) {
      const all = await Promise.all(numbers.map((n) => ask(`select ${n} as n`, [], `role ${n % 2}`)))
      expect(all).toEqual(numbers.map((n) => [{ n }]))
    }
    const most = await held()
    if (keep) expect(most).toSatisfy((n: number) => n >= 200 && n <= 210)
    else expect(most).toBe(0)
  })
})
