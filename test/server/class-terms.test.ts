import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { embeddedDatabase } from '../../src/platform/server/database/location.ts'
import { migrate } from '../../src/platform/server/database/migrate.ts'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { order, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let tenant: number
let buyer: Actor
let administrator: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  tenant = await aTenant(portal, { clientCodes: ['A'] })
  const send = sender(portal.url, await aKey(portal))
  await send('products', [
    { 'Item No': 'BLEND', Name: 'Powder', Class: 'blend' },
    {
      'Item No': 'OWN',
      Name: 'Own',
      Class: 'blend',
      'Minimum Quantity': 7,
      'Lead Weeks From': 1,
      'Lead Weeks To': 2,
    },
  ])
  await send('orders', [order('O-1', { 'Client Code': 'A' })])
  const lines = ['BLEND', 'OWN'].map((item, at) => ({ Primary: 'O-1', 'Line No': at + 1, 'Item No': item }))
  expect((await send('order-lines', lines)).status).toBe(200)
  buyer = await aMember(portal, tenant)
  administrator = await anAdministrator(portal)
})
afterAll(async () => portal?.close())

const PATH = '/api/v1/product-classes'
const said = ({ status, body }: { status: number; body: Json }) => [status, body?.code]
const blend = async (): Promise<Json> => (await buyer.get(PATH)).body.items[0]
const itemsOf = async (): Promise<Json> => {
  const { items } = (await buyer.get('/api/v1/catalogue')).body
  return Object.fromEntries(
    items.map(({ itemNo, minimum, leadWeeks }: Json) => [itemNo, { minimum, leadWeeks }]),
  )
}
const answerTo = async (question: string) =>
  (await buyer.post('/api/v1/assistant/turns', { question })).body.answer

describe('what is usual for a class of products', () => {
  it('is refused to change: without a session, by who may not, where it is none, and when somebody else was first', async () => {
    const wish = {
      minimum: { quantity: 120, unit: 'KG' },
      leadWeeks: { from: 7, to: 9 },
      owner: null,
      statedOn: null,
      version: 1,
    }
    expect(said(await createClient(portal.url).get(PATH))).toEqual([401, 'no_session'])
    expect(said(await createClient(portal.url).send('PUT', `${PATH}/blend`, wish))).toEqual([
      401,
      'no_session',
    ])
    expect(said(await buyer.send('PUT', `${PATH}/blend`, wish))).toEqual([403, 'permission_denied'])
    const put = async (name: string, more: object = {}) =>
      said(await administrator.send('PUT', `${PATH}/${name}`, { ...wish, ...more }))
    expect(await put('nothing')).toEqual([422, 'validation'])
    expect(await put('blend', { leadWeeks: { from: 9, to: 7 } })).toEqual([422, 'validation'])
    expect(await put('blend', { minimum: { quantity: 0, unit: 'KG' } })).toEqual([422, 'validation'])
    expect(await put('blend', { minimum: { quantity: 1, unit: '  ' } })).toEqual([422, 'validation'])
    expect(await put('blend', { version: 7 })).toEqual([412, 'stale_version'])
    expect(await blend()).toMatchObject({ minimum: { quantity: 100, unit: 'KG' }, version: 1 })
  })

  it('is one thing wherever it counts: catalogue, products, purchase orders and the assistant', async () => {
    expect(await answerTo('What are your lead times?')).toMatch(
      /^Lead times: probiotic blends 6-8 weeks, bulk capsules 8-12 weeks, finished products 12-16 weeks\. \(Stated on .* 20\d\d\.\)$/,
    )
    expect(await itemsOf()).toEqual({
      BLEND: { minimum: { quantity: 100, unit: 'KG' }, leadWeeks: { from: 6, to: 8 } },
      OWN: { minimum: { quantity: 7, unit: 'KG' }, leadWeeks: { from: 1, to: 2 } },
    })
    const changed = await administrator.send('PUT', `${PATH}/blend`, {
      ...{ minimum: { quantity: 120.5, unit: 'KG' }, leadWeeks: { from: 7, to: 9 } },
      ...{ owner: ' Planning ', statedOn: '2025-06-01', version: 1 },
    })
    expect([changed.status, changed.body.owner, changed.body.version]).toEqual([200, 'Planning', 2])
    expect(await blend()).toEqual(changed.body)
    expect(await itemsOf()).toEqual({
      BLEND: { minimum: { quantity: 120.5, unit: 'KG' }, leadWeeks: { from: 7, to: 9 } },
      OWN: { minimum: { quantity: 7, unit: 'KG' }, leadWeeks: { from: 1, to: 2 } },
    })
    const { items } = (await buyer.get('/api/v1/products')).body
    expect(items[0]).toMatchObject({ itemNo: 'BLEND', leadWeeks: { from: 7, to: 9 } })
    const lines = [{ itemNo: 'BLEND', quantity: 120 }]
    const ask = { poNo: null, requestedDate: null, lines }
    const { body } = await buyer.post('/api/v1/purchase-orders/check', ask)
    expect(body.lines[0]).toMatchObject({
      minimum: 120.5,
      leadWeeks: { from: 7, to: 9 },
      fault: 'below_minimum',
    })
    const [first, second] = (await answerTo('What are your lead times?')).split('\n')
    expect(first).toBe('Lead times: probiotic blends 7-9 weeks. (Stated by Planning, Jun 1, 2025.)')
    expect(second).toMatch(
      /^Lead times: bulk capsules 8-12 weeks, finished products 12-16 weeks\. \(Stated on /,
    )
    expect(await answerTo('Minimum order quantities?')).toContain('probiotic blends 120.5 KG.')
    expect(await answerTo('Quels sont vos délais de production ?')).toContain(
      'mélanges probiotiques 7 à 9 semaines',
    )
    expect(await answerTo('lead time of BLEND?')).toContain('7')
  })
})

describe('of an installation that had it as sentences', () => {
  const MIGRATIONS = path.resolve('db/migrations')
  const before = fs.mkdtempSync(path.join(os.tmpdir(), 'class-terms-'))
  fs.mkdirSync(path.join(before, 'migrations'))
  fs.copyFileSync('db/bootstrap.sql', path.join(before, 'bootstrap.sql'))
  for (const name of fs.readdirSync(MIGRATIONS).filter((each) => each < '0360'))
    fs.copyFileSync(path.join(MIGRATIONS, name), path.join(before, 'migrations', name))
  afterAll(() => fs.rmSync(before, { recursive: true }))

  it.each<[string, string, unknown[]]>([
    [
      'takes the figures that were stated, with their owner and day',
      'Lead times: probiotic blends 5-7 weeks, bulk capsules 8-12 weeks, finished products 14-18 weeks.',
      [
        ['blend', '100.000', 5, 7, 'Planning', '2025-06-01'],
        ['bulk_capsule', '150.000', 8, 12, 'Planning', '2025-06-01'],
        ['finished_product', '5000.000', 14, 18, 'Planning', '2025-06-01'],
      ],
    ],
    [
      'keeps what the screens counted with where a sentence says something else',
      'Ask us; blends 5-7 weeks, finished products 9-3 weeks.',
      [
        ['blend', '100.000', 5, 7, 'Planning', '2025-06-01'],
        ['bulk_capsule', '150.000', 8, 12, null, 'today'],
        ['finished_product', '5000.000', 12, 16, null, 'today'],
      ],
    ],
  ])('%s', async (name, sentence, expected) => {
    const { connection } = inject('testServer')
    const database = `lotline_class_terms_${name.length}_${process.pid}`
    const client = new pg.Client({ ...connection, database: 'postgres' })
    await client.connect()
    await client.query(`create database ${database}`)
    const location = embeddedDatabase(connection, database)
    const inside = new pg.Client({ ...connection, database })
    try {
      await migrate(location, { directory: before, folders: [] })
      await inside.connect()
      await inside.query(
        `update portal.assistant_facts set texts = jsonb_set(texts, '{en}', to_jsonb($1::text)), owner = 'Planning',
           stated_on = '2025-06-01', version = 2 where topic = 'lead_times'`,
        [sentence],
      )
      await inside.query(
        `update portal.assistant_facts set stated_on = '2024-01-01' where topic = 'minimums'`,
      )
      await migrate(location)
      const { rows } = await inside.query({
        text: `select class, minimum_quantity::text, lead_weeks_from, lead_weeks_to, owner,
                      case when stated_on = current_date then 'today' else stated_on::text end
                 from portal.class_terms order by class`,
        rowMode: 'array',
      })
      expect(rows).toEqual(expected)
      const left = await inside.query('select topic from portal.assistant_facts order by topic')
      expect(left.rows.map(({ topic }) => topic)).toEqual(['allergens', 'company'])
    } finally {
      await inside.end()
      await client.query(`drop database ${database} with (force)`)
      await client.end()
    }
  })
})
