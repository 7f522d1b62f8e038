import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const TODAY = '2026-11-27'
let portal: TestPortal
let buyer: Actor
let stranger: Actor
/** Who may read orders, and no lots. */
let withoutLots: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: TODAY })
  const tenant = await aTenant(portal, { name: 'Own', clientCodes: ['A-1'] })
  const other = await aTenant(portal, { name: 'Other', clientCodes: ['B-1'] })
  const closed = await aTenant(portal, { name: 'Closed', clientCodes: ['C-1'] })
  const key = await aKey(portal)
  const send = async (kind: string, rows: object[]) => {
    const { status, body } = await createClient(portal.url).post(`/api/v1/ingest/${kind}`, rows, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect([kind, status, body.rejected]).toEqual([kind, 200, 0])
  }
  await send('orders', [
    order('50001', 'Blend', '2026-11-26'),
    order('50002', 'Packaging', '2026-11-07'),
    order('50003', 'Pending', TODAY),
    order('50004', 'Completed', '2026-01-01'),
    order('50005', 'Cancelled', '2026-01-01'),
    order('50006', 'Somewhere', '2026-01-01'),
    order('50007', 'CTS', '2026-12-24'),
    order('50008', 'Completed', '2026-12-24'),
    order('50009', 'CTS', ''),
    order('70001', 'Blend', '2026-01-01', 'B-1'),
    order('80001', 'CTS', '2026-12-24', 'C-1'),
  ])
  await send('products', [{ 'Item No': 'FG-1', Name: 'Biotix 60', Unit: 'UN' }])
  await send('order-lines', [
    line('50007', '1', 'L9001'),
    line('50007', '2', 'L9002'),
    line('50007', '3', 'L9003'),
    line('50008', '1', 'L9001'),
    line('50009', '1', 'L9004'),
    line('80001', '1', 'L9001', 'C-1'),
    line('70001', '1', 'L9005', 'B-1'),
  ])
  await send('lots', [
    lot('L9001', 'on_hold'),
    lot('L9002', 'released'),
    lot('L9003', 'quarantine'),
    lot('L9004', 'rejected'),
    lot('L9005', 'on_hold'),
  ])
  await send('lot-results', [
    result('L9001', 'Moisture', '6.3', '5'),
    result('L9001', 'Lead', '0.2', '0.5'),
    result('L9002', 'Lead (Pb)', '0.9', '0.5'),
    result('L9003', 'Appearance', 'to follow'),
    result('L9005', 'Lead', '0.7', '0.5'),
  ])
  await send('shipments', [
    { ...shipment('T-1', '50008', '2026-11-20', '2026-11-22'), 'Delivered Date': '2026-11-21' },
    shipment('T-2', '50001', '2026-10-02', '2026-10-05'),
    shipment('T-3', '50002', '', '2026-11-25'),
    shipment('T-9', '70001', '2026-11-21', '2026-11-22', 'B-1'),
  ])
  ;[buyer, stranger] = [await aMember(portal, tenant), await aMember(portal, other)]
  withoutLots = await aMember(portal, closed)
  await portal.owner((tx) =>
    tx
      .insertInto('tenant_module_visibility')
      .values({ tenant_id: closed, module_id: 'qaqc', is_visible: false })
      .execute(),
  )
})
afterAll(() => portal?.close())

const order = (number: string, status: string, promised: string, client = 'A-1') => ({
  ...{ 'Ord No': number, 'Client Code': client, 'Ord Stat': status, 'Montant Total': '1.00' },
  'Promised Date': promised,
})
const line = (number: string, no: string, lotNo: string, client = 'A-1') => ({
  ...{ 'Ord No': number, 'Client Code': client, 'Line No': no, 'Item No': 'FG-1', 'Item Name': 'Biotix 60' },
  ...{ 'Qty Ordered': 10, Unit: 'UN', Lot: lotNo },
})
const lot = (number: string, state: string) => ({ 'Lot No': number, 'Item No': 'FG-1', State: state })
const result = (lotNo: string, test: string, value: string, max?: string) => ({
  ...{ 'Lot No': lotNo, 'Item No': 'FG-1', Test: test, Result: value },
  ...(max && { Max: max, Unit: '%' }),
})
const shipment = (number: string, ordNo: string, shipped: string, estimated: string, client = 'A-1') => ({
  ...{ 'Tracking Number': number, Carrier: 'UPS', 'Ord No': ordNo, 'Client Code': client },
  ...{ 'Shipped Date': shipped, 'Estimated Delivery': estimated },
})
const answerTo = async (question: string, who: Actor = buyer): Promise<Json> => {
  const { status, body } = await who.post('/api/v1/assistant/turns', { question })
  expect([question, status]).toEqual([question, 200])
  return body
}
const links = ({ citations }: Json): string[] => citations.map(({ href }: Json) => href)

describe('orders that are late', () => {
  it.each([
    'Which orders are late?',
    'overdue orders',
    'what is delayed',
    'Quelles commandes sont en retard ?',
    'Welche Bestellungen sind verspätet?',
    '¿Qué pedidos están retrasados?',
  ])('are told the latest first, and none that is done or another’s: %s', async (question) => {
    const { answer, outcome, ...more } = await answerTo(question)
    expect(outcome).toBe('answered')
    expect(answer).toMatch(/^2[\s\S]*\n- 50002[\s\S]*20[\s\S]*\n- 50001[\s\S]*1 /)
    expect(answer).not.toMatch(/5000[3-9]|70001/)
    const [first, ...others] = links(more)
    expect(first).toBe('/orders?group=active&sort=promisedDate')
    expect(others).toEqual(
      expect.arrayContaining(['/orders/50002', '/orders/50001', '/orders/tracking?group=delayed']),
    )
  })

  it('are told by more than so many days, and beside the shipments past their estimate', async () => {
    const { answer } = await answerTo('orders more than 10 days late')
    expect(answer).toMatch(
      /^1 order is more than 10 days past the promised date\.\n- 50002: 20 days late, promised Nov 7, 2026/,
    )
    expect(answer).toMatch(/2 shipments: delayed\./)
    expect((await answerTo('Is order 50001 late?')).answer).toContain('\n1 day past its promised date')
    expect((await answerTo('Is order 50003 late?')).answer).not.toContain('past its promised date')
    // Money is another matter.
    expect((await answerTo('What is overdue?')).answer).not.toContain('50002')
    expect((await answerTo('Which orders are late?', stranger)).answer).not.toMatch(/5000/)
  })
})

describe('an order with a held lot', () => {
  it('is told with why it is held, and that its date is at risk', async () => {
    const answer = await answerTo('Where is order 50007?')
    expect(answer.answer).toContain(
      [
        'Lot L9001 on this order is on hold.',
        '- Out of specification: Moisture, 6.3 %',
        'Lot L9003 on this order is in quarantine.',
        '- 1 result is still open',
        'The promised date is at risk because of this.',
      ].join('\n'),
    )
    expect(answer.answer).not.toContain('L9002')
    expect(links(answer)).toEqual(['/orders/50007', '/lots/L9001', '/lots/L9003'])
    for (const [question, words] of [
      ['Où en est la commande 50007 ?', 'Le lot L9001 de cette commande est retenu.'],
      ['Wo ist die Bestellung 50007?', 'Charge L9001 dieses Auftrags ist gesperrt.'],
      ['¿Dónde está el pedido 50007?', 'El lote L9001 de este pedido está retenido.'],
    ] as const)
      expect((await answerTo(question)).answer).toContain(words)
  })

  it('has no date at risk where it is done or none was promised, and no reason that the asker may not read', async () => {
    expect((await answerTo('Where is order 50008?')).answer).toMatch(/L9001 on this order is on hold/)
    expect((await answerTo('Where is order 50008?')).answer).not.toContain('at risk')
    expect((await answerTo('Where is order 50009?')).answer).toContain(
      'Lot L9004 on this order is rejected.\n- No reason is recorded in the portal.',
    )
    const told = await answerTo('Where is order 80001?', withoutLots)
    expect(told.answer).toContain('Lot L9001 on this order is on hold.\nThe promised date')
    expect(told.answer).not.toContain('Moisture')
    expect(links(told)).toEqual(['/orders/80001'])
  })
})

describe('what has shipped', () => {
  it.each([
    [
      'Which orders have shipped?',
      /^2 shipments left\.\n- Order 50008: shipped on Nov 20, 2026, T-1[\s\S]*50001/,
    ],
    ['What was shipped this month?', /^1 shipment left in November 2026 \(to date\)\.\n- Order 50008/],
    ['what was shipped in october 2026', /^1 shipment left in October 2026\.\n- Order 50001/],
    ['shipped in 2025', /^No shipment left in 2025\.$/],
    ['Quelles commandes ont été expédiées ce mois-ci ?', /^1 expédition est partie en novembre 2026/],
    ['Was wurde diesen Monat versandt?', /^1 Sendung ist im November 2026 \(bis heute\) abgegangen/],
    ['¿Qué pedidos fueron enviados este mes?', /^1 envío salió en noviembre de 2026/],
  ])('is told from shipments: %s', async (question, told) => {
    const answer = await answerTo(question)
    expect(answer.answer).toMatch(told)
    expect(links(answer)[0]).toBe('/orders/tracking?sort=-shippedOn')
  })

  it('is not told of a time that is not understood', async () => {
    expect((await answerTo('Which orders were shipped last week?')).outcome).toBe('declined')
  })
})

describe('lead', () => {
  it.each([
    ['What is the lead in lot L9001?', '- Lot L9001: Lead 0.2 %, passes'],
    ['lead result of lot L9002', '- Lot L9002: Lead 0.9 %, fails'],
    ['Combien de plomb dans le lot L9001 ?', '- Lot L9001\u00a0: Plomb 0.2 %, conforme'],
    ['Wie viel Blei ist in der Charge L9001?', '- Charge L9001: Blei 0.2 %, entspricht'],
    ['¿Cuánto plomo tiene el lote L9001?', '- Lote L9001: Plomo 0.2 %, conforme'],
    ['How much lead is in FG-1?', '- Lot L9002: Lead 0.9 %, fails'],
    ['Is there lead in order 50007?', '- Lot L9001: Lead 0.2 %, passes'],
    ['Is there lead in Biotix?', '- Lot L9002: Lead 0.9 %, fails'],
    ['Lead in lot L9003?', 'No result for lead, the metal, is recorded for “L9003”.'],
  ])('is a metal: %s', async (question, told) => {
    const { answer, outcome } = await answerTo(question)
    expect([outcome, answer]).toEqual(['answered', expect.stringContaining(told)])
    expect(answer).not.toContain('L9005')
  })

  it('is declined where nothing is named, is another’s, or may not be read', async () => {
    for (const [question, who] of [
      ['Is there lead in your capsules?', buyer],
      ['What is the lead in lot L9005?', buyer],
      ['What is the lead in lot L9001?', withoutLots],
    ] as const)
      expect([question, (await answerTo(question, who)).outcome]).toEqual([question, 'declined'])
  })

  it.each(['What is the lead time of FG-1?', 'lead times?', 'How many weeks of lead for bulk?'])(
    'time is a time: %s',
    async (question) => {
      const { answer } = await answerTo(question)
      expect(answer).not.toContain('metal')
      expect(answer).not.toContain('0.2')
    },
  )
})
