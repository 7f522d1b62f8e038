import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { counts, order, peek, type Sender, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let tenant: number
/** A source of its own for each way of sending: what it has ever sent decides how its results stand. */
let send: Sender
let plain: Sender
let member: Actor
let admin: Actor

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2026-03-31' })
  tenant = await aTenant(portal, { clientCodes: ['A'] })
  send = sender(portal.url, await aKey(portal))
  plain = sender(portal.url, await aKey(portal, { source: 'plain' }))
  member = await aMember(portal, tenant, 'quality_manager')
  admin = await anAdministrator(portal)
  await ingest('orders', [order('O', { 'Client Code': 'A', 'Ord No': 'O' })])
})
afterAll(async () => {
  expect(await stagedRows(portal)).toBe(0)
  await portal.close()
})

async function ingest(kind: string, rows: unknown, by = send) {
  const answer = await by(kind, rows)
  if (answer.status !== 200) throw new Error(answer.text)
  return counts(answer.body)
}
const lot = (lotNo: string, itemNo = 'P1') => ({ 'Lot No': lotNo, 'Item No': itemNo, State: 'released' })
const found = (lotNo: string, test: string, on: string, result: unknown, more: object = {}) => ({
  ...{ 'Lot No': lotNo, Test: test, 'Tested On': on, Result: result, Max: 1000, ...more },
})
async function theLot(lotNo: string, actor = admin): Promise<Json> {
  const { status, body } = await actor.get(`/api/v1/lots/${lotNo}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
const sums = ({ lot: { tests, outOfSpecification, open } }: Json) => [tests, outOfSpecification, open]
const standing = ({ results }: Json) =>
  results.map(
    ({ sample, testedOn, verdict, stands }: Json) =>
      `${sample} ${testedOn} ${verdict}${stands ? '' : ', replaced'}`,
  )

describe('results as a laboratory writes them', () => {
  it('are judged by their limits or stay open with the reason', async () => {
    await ingest('lots', [lot('L10013')])
    const csv = `Lot No,Test,Result,Specification,Min,Max,Tested On
L10013,Lead,"<0.5",,,0.5,2026-02-01
L10013,Lead (LOQ),"< LOQ (0.01)",,,0.5,2026-02-01
L10013,Total plate count,">1000",,,1000,2026-02-01
L10013,Total plate count 2,"TNTC",,,1000,2026-02-01
L10013,CFU,"9.9 x 10^9",,1E10,,2026-02-01
L10013,CFU 2,"1,2 × 10¹⁰",,1E10,,2026-02-01
L10013,Salmonella,"Present",absent in 25 g,,,2026-02-01
L10013,Salmonella 2,"Absent in 25 g",absent in 25 g,,,2026-02-01
L10013,E. coli,"Négatif",negative,,,2026-02-01
L10013,Moisture,"5,1 %",,,5,2026-02-01
L10013,Assay,"NLT 90",,90,,2026-02-01
L10013,Cadmium,"<1",,,0.5,2026-02-01
L10013,Colour,"slightly darker",conforms,,,2026-02-01
L10013,ND test,"ND",,,0.1,2026-02-01
`
    expect(await ingest('lot-results', csv)).toEqual({ received: 14, inserted: 14 })
    expect(await ingest('lot-results', csv)).toEqual({ received: 14, unchanged: 14 })
    const body = await theLot('L10013')
    expect(Object.fromEntries(body.results.map(({ test, verdict }: Json) => [test, verdict]))).toEqual({
      ...{ Lead: 'pass', 'Lead (LOQ)': 'pass', 'Total plate count': 'fail', 'Total plate count 2': 'fail' },
      ...{ CFU: 'fail', 'CFU 2': 'pass', Salmonella: 'fail', 'Salmonella 2': 'pass', 'E. coli': 'pass' },
      ...{ Moisture: 'fail', Assay: 'pass', Cadmium: 'unjudged', Colour: 'unjudged', 'ND test': 'pass' },
    })
    expect(sums(body)).toEqual([14, 5, 2])
    const [assay] = body.results
    expect(assay).toMatchObject({
      ...{ result: 'NLT 90', comparator: '≥', value: '90', sample: '1', testedOn: '2026-02-01' },
      ...{ limits: { min: '90', max: null, words: null }, because: 'within_limits', stands: true },
    })
    expect(body.results.find(({ test }: Json) => test === 'Salmonella').limits).toEqual({
      ...{ min: null, max: null, words: 'absent in 25 g' },
    })
  })

  it('read a number with two readings by the setting alone', async () => {
    await ingest('lots', [lot('L-two')])
    const csv = 'Lot No,Test,Result,Max,Tested On\nL-two,Lead,"1,250","2,5",2026-02-01\n'
    const verdict = async () =>
      (await theLot('L-two')).results.map(({ because, value }: Json) => [because, value])
    await ingest('lot-results', csv)
    expect(await verdict()).toEqual([['two_readings', null]])
    expect(await ingest('lot-results?decimal=,', csv)).toEqual({ received: 1, updated: 1 })
    expect(await verdict()).toEqual([['within_limits', '1.25']])
  })

  it('carry what was sent of them, and a changed word of a limit is a change', async () => {
    await ingest('lots', [lot('L-facts')])
    const row = found('L-facts', 'Assay', '2026-02-01', '95', {
      ...{ Max: 'NMT 100', Laboratory: 'Eurolab', Reason: 'first', Verdict: 'fail', Unit: 'mg' },
    })
    await ingest('lot-results', [row])
    expect((await theLot('L-facts')).results[0]).toMatchObject({
      ...{ laboratory: 'Eurolab', reason: 'first', laboratoryVerdict: 'fail', unit: 'mg' },
      ...{ verdict: 'unjudged', because: 'laboratory_differs', limits: { max: '100' } },
    })
    expect(await ingest('lot-results', [{ ...row, Max: 'NMT 90' }])).toEqual({ received: 1, updated: 1 })
    expect(sums(await theLot('L-facts'))).toEqual([1, 1, 0])
    const file = String((await admin.get('/api/v1/lot-results/export?lotNo=L-facts')).body)
    expect(file).toMatch(/Assay.*95.*Eurolab.*first.*90.*Fail.*Above the maximum.*Fail/)
  })
})

describe('samples and re-tests', () => {
  it('of the same day count all, the worse judges', async () => {
    await ingest('lots', [lot('L10014'), lot('L10015')])
    const csv = `Lot No,Test,Sample,Result,Max,Tested On,Replaces,Reason
L10014,Total plate count,1,5000,1000,2026-02-01,,
L10014,Total plate count,2,200,1000,2026-02-01,,
L10015,Lead,1,0.42,0.5,2026-02-10,2026-02-01,instrument fault
L10015,Lead,1,0.61,0.5,2026-02-01,,
`
    expect(await ingest('lot-results', csv)).toEqual({ received: 4, inserted: 4 })
    const two = await theLot('L10014')
    expect([standing(two), sums(two)]).toEqual([
      ['1 2026-02-01 fail', '2 2026-02-01 pass'],
      [2, 1, 0],
    ])
    const again = await theLot('L10015')
    expect([standing(again), sums(again)]).toEqual([
      ['1 2026-02-10 pass', '1 2026-02-01 fail, replaced'],
      [1, 0, 0],
    ])
    expect(again.results[0]).toMatchObject({ replaces: '2026-02-01', reason: 'instrument fault' })
  })

  it('of a later day replace nothing by themselves', async () => {
    await ingest('lots', [lot('L-both')])
    await ingest('lot-results', [found('L-both', 'TPC', '2026-02-01', 5000, { Sample: 1 })])
    await ingest('lot-results', [found('L-both', 'TPC', '2026-02-05', 100, { Sample: 1 })])
    expect(sums(await theLot('L-both'))).toEqual([2, 1, 0])
    expect(
      await ingest('lot-results', [
        { 'Lot No': 'L-both', Test: 'TPC', 'Tested On': '2026-02-01', _op: 'delete' },
      ]),
    ).toEqual({
      ...{ received: 1, deleted: 1 },
    })
    expect(sums(await theLot('L-both'))).toEqual([1, 0, 0])
  })

  it('settle when the replaced one comes, by day or by day and sample, and again when it goes', async () => {
    await ingest('lots', [lot('L-late')])
    const retest = found('L-late', 'TPC', '2026-02-09', 90, { Sample: '1R', Replaces: '2026-02-01#1' })
    await ingest('lot-results', [retest])
    await ingest('lot-results', [
      found('L-late', 'TPC', '2026-02-01', 5000, { Sample: 1 }),
      found('L-late', 'TPC', '2026-02-01', 6000, { Sample: 2 }),
    ])
    expect(standing(await theLot('L-late'))).toEqual([
      ...['1 2026-02-01 fail, replaced', '1R 2026-02-09 pass', '2 2026-02-01 fail'],
    ])
    // A day alone would name two samples: neither is hidden.
    await ingest('lot-results', [{ ...retest, Replaces: '2026-02-01' }])
    expect(sums(await theLot('L-late'))).toEqual([3, 2, 0])
    await ingest('lot-results', [{ ...retest, _op: 'delete' }])
    expect(sums(await theLot('L-late'))).toEqual([2, 2, 0])
  })

  it('that name each other replace nothing, and a test of which nothing stands is open', async () => {
    await ingest('lots', [lot('L-ring')])
    const ring = (sample: string, of: string) =>
      found('L-ring', 'TPC', '2026-02-01', 5000, { Sample: sample, Replaces: `2026-02-01#${of}` })
    await ingest('lot-results', [ring('A', 'B'), ring('B', 'A')])
    expect(sums(await theLot('L-ring'))).toEqual([2, 2, 0])
    await ingest('lot-results', [ring('A', 'B'), ring('B', 'C'), ring('C', 'A')])
    expect(sums(await theLot('L-ring'))).toEqual([1, 0, 1])
  })

  it('of a source that never tells samples apart: the newest stands, in any order and within one batch', async () => {
    await ingest('lots', [lot('L-new')], plain)
    await ingest(
      'lot-results',
      [found('L-new', 'TPC', '2026-02-05', 100), found('L-new', 'TPC', '2026-02-01', 5000)],
      plain,
    )
    await ingest('lot-results', [found('L-new', 'TPC', '2026-01-01', 7000)], plain)
    expect(standing(await theLot('L-new'))).toEqual([
      ...['1 2026-02-05 pass', '1 2026-02-01 fail, replaced', '1 2026-01-01 fail, replaced'],
    ])
    // From the first sample on all count; what stood keeps its place.
    await ingest('lot-results', [found('L-new', 'Other', '2026-02-05', 1, { Sample: 1 })], plain)
    await ingest('lot-results', [found('L-new', 'TPC', '2026-02-07', 9000)], plain)
    expect(sums(await theLot('L-new'))).toEqual([3, 1, 0])
  })
})

describe('one number at two items', () => {
  beforeAll(async () => {
    await ingest('lots', [lot('L-twin', 'P1'), lot('L-twin', 'P2')])
  })

  it('is refused with the items where a row names the number alone', async () => {
    const rows = {
      'lot-results': found('L-twin', 'TPC', '2026-02-01', 1),
      'order-lines': { Primary: 'O', 'Line No': 1, Lot: 'L-twin' },
      'shipment-lines': {
        'Tracking Number': 'T',
        Carrier: 'C',
        'Line No': 1,
        Lot: 'L-twin',
        'Item No': 'P9',
      },
      lots: { 'Lot No': 'L-twin', _op: 'delete' },
    }
    for (const [kind, row] of Object.entries(rows)) {
      const { body } = await send(kind, [row])
      expect([counts(body), body.errors], kind).toMatchObject([
        { received: 1, rejected: 1 },
        [
          {
            ...{ row: 1, field: 'Item No', code: 'ambiguous_lot' },
            message: 'This lot number stands at several items; send the item that is meant. Items: P1, P2.',
          },
        ],
      ])
    }
    const bound = sender(portal.url, await aKey(portal, { tenantId: tenant }))
    const { body } = await bound('order-lines', [{ Primary: 'O', 'Line No': 1, Lot: 'L-twin' }])
    expect(body.errors[0].message).not.toContain('P1')
  })

  it('is two lots, each with its own results and its own clients', async () => {
    await ingest('order-lines', [{ Primary: 'O', 'Line No': 1, Lot: 'L-twin', 'Item No': 'P2' }])
    await ingest('lot-results', [
      found('L-twin', 'TPC', '2026-02-01', 1, { 'Item No': 'P1' }),
      found('L-twin', 'TPC', '2026-02-01', 5000, { 'Item No': 'P2' }),
    ])
    const twice = await admin.get('/api/v1/lots/L-twin')
    expect([twice.status, twice.body.code, twice.body.items]).toEqual([409, 'ambiguous', ['P1', 'P2']])
    expect([await theLot('L-twin?item=P1'), await theLot('L-twin?item=P2')].map(sums)).toEqual([
      [1, 0, 0],
      [1, 1, 0],
    ])
    expect((await admin.get('/api/v1/lots/L-twin?item=P3')).status).toBe(404)
    // The client has the one alone, so its number is enough.
    const mine = await theLot('L-twin', member)
    expect([mine.lot.itemNo, mine.lines.length, sums(mine)]).toEqual(['P2', 1, [1, 1, 0]])
    expect((await member.get('/api/v1/lots/L-twin?item=P1')).status).toBe(404)
    const lines = (await member.get('/api/v1/orders/O')).body.lines
    expect(lines).toHaveLength(1)
    // A third item for the same number changes nothing of what is tied.
    await ingest('lots', [lot('L-twin', 'P3')])
    expect((await theLot('L-twin', member)).lot.itemNo).toBe('P2')
  })

  it('a number at one item needs none, before its lot came or after', async () => {
    const first = await send('lot-results', [found('L-one', 'TPC', '2026-02-01', 1)])
    expect(first.body.warnings).toMatchObject([{ code: 'lot_to_come', count: 1, firstRow: 1 }])
    expect(first.body.warnings[0].message).toContain('L-one')
    await ingest('order-lines', [{ Primary: 'O', 'Line No': 2, Lot: 'L-one', 'Item No': 'other' }])
    await ingest('lots', [lot('L-one')])
    expect(sums(await theLot('L-one', member))).toEqual([1, 0, 0])
    for (const row of [
      found('L-one', 'TPC', '2026-02-01', 1),
      found('L-one', 'TPC', '2026-02-01', 1, { 'Item No': 'P1' }),
    ]) {
      const { body } = await send('lot-results', [row])
      expect([counts(body), body.warnings]).toEqual([{ received: 1, unchanged: 1 }, []])
    }
    // The same number of the item that the line names is the lot that it means.
    await ingest('lots', [lot('L-one', 'other')])
    expect((await theLot('L-one', member)).lot.itemNo).toBe('other')
  })

  it('replacing keeps what is stored of a row that was refused', async () => {
    const before = await peek(portal, `select count(*)::int as n from portal.lots where lot_no = 'L-twin'`)
    const all = await peek(
      portal,
      `select l.lot_no, l.item_no from portal.lots l where l.lot_no <> 'L-twin' and l.source_id = 1`,
    )
    const answer = await send('lots?mode=replace&scope=all&confirm=true', [
      ...all.map(({ lot_no, item_no }) => lot(lot_no, item_no)),
      { 'Lot No': 'L-twin', _op: 'delete' },
    ])
    expect([answer.body.rejected, answer.body.deleted]).toEqual([1, 0])
    expect(await peek(portal, `select count(*)::int as n from portal.lots where lot_no = 'L-twin'`)).toEqual(
      before,
    )
  })
})
