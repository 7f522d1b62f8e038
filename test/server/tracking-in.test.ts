import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey, anAdministrator, aTenant } from '../support/actors.ts'
import { counts, peek, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(async () => {
  expect(await stagedRows(portal)).toBe(0)
  await portal.close()
})

const of = (number: string) => ({ 'Tracking Number': number, Carrier: 'UPS' })
const shipment = (number: string, fields: Record<string, unknown> = {}) => ({
  ...of(number),
  'Client Code': 'A',
  ...fields,
})
const event = (number: string, day: number, kind: string, fields: Record<string, unknown> = {}) => ({
  ...of(number),
  'Event Time': `2025-03-${String(day).padStart(2, '0')}T12:00:00Z`,
  Event: kind,
  ...fields,
})

let sources = 0
async function upstream() {
  const source = `shipments ${++sources}`
  const a = await aTenant(portal, { clientCodes: ['A'], source })
  const b = await aTenant(portal, { clientCodes: ['B'], source })
  const send = sender(portal.url, await aKey(portal, { source }))
  const bringIn = async (kind: string, rows: unknown) => {
    const answer = await send(`${kind}?duplicates=last&confirm=true`, rows)
    if (answer.status !== 200) throw new Error(answer.text)
    return counts(answer.body)
  }
  /** One line per shipment that belongs to somebody: where it stands, by which dates. */
  const states = async () =>
    (
      await peek<{ row: string }>(
        portal,
        `select concat_ws(' ', s.tenant_id, s.tracking_no, s.state, coalesce(s.placed_on::text, '-'), coalesce(s.processed_on::text, '-'),
                coalesce(s.shipped_on::text, '-'), coalesce(s.delivered_on::text, '-'), coalesce(s.last_event, '-')) as row
           from portal.shipments s where s.source_id = (select id from auth.ingest_sources where name = $1)`,
        [source],
      )
    )
      .map(({ row }) => row)
      .sort()
  /** Whose the events and the lines are, tenant 0 for nobody's. */
  const owners = async () =>
    (
      await peek<{ at: number }>(
        portal,
        `select x.at from (
           select tenant_id as at, source_id from portal.shipment_events union all select 0, source_id from portal.unassigned_shipment_events
           union all select tenant_id, source_id from portal.shipment_lines union all select 0, source_id from portal.unassigned_shipment_lines) x
          where x.source_id = (select id from auth.ingest_sources where name = $1)`,
        [source],
      )
    ).map(({ at }) => at)
  return { source, a, b, send, bringIn, states, owners }
}

describe('shipments from upstream', () => {
  it('come as CSV, with words in the place of dates kept as received', async () => {
    const { send, states, source, a } = await upstream()
    const { body } = await send(
      'shipments?duplicates=last',
      [
        'Tracking Number,Carrier,Carrier Link,Ord No,PO No,Client Code,Order Date,Processed Date,Shipped Date,Estimated Delivery,Delivered Date,Weight',
        'T-1,Air,https://carrier.example/t?n=1,SO-1,SCMS-4,A,Date Not Captured,03/03/2025,13/03/2025,20/03/2025,21/03/2025,Weight Captured Separately',
        't-1,  AIR ,,SO-1,SCMS-4,A,Date Not Captured,03/03/2025,13/03/2025,20/03/2025,22/03/2025,13',
      ].join('\n'),
    )
    expect(counts(body)).toEqual({ received: 2, inserted: 1, unchanged: 1, repeated: 1 })
    expect(body.warnings).toEqual([
      expect.objectContaining({ field: 'Order Date', code: 'date_text', count: 2, firstRow: 1 }),
    ])
    expect(await states()).toEqual([`${a} t-1 delivered - 2025-03-03 2025-03-13 2025-03-22 -`])
    const [row] = await peek(
      portal,
      `select order_key, date_texts, weight from portal.shipments where source_id = (select id from auth.ingest_sources where name = $1)`,
      [source],
    )
    expect(row).toEqual({
      order_key: 'ord_no:SO-1',
      date_texts: { orderDate: 'Date Not Captured' },
      weight: '13',
    })
  })

  let refusing: ReturnType<typeof upstream> | undefined
  it.each([
    ['shipments', shipment(''), 'Tracking Number'],
    ['shipments', shipment('T-1', { Carrier: ' ' }), 'Carrier'],
    ['shipments', shipment('T-1', { 'Client Code': null }), 'Client Name'],
    ['shipments', shipment('T-1', { 'Shipped Date': '2025-02-30' }), 'Shipped Date'],
    ['shipments', shipment('T-1', { 'Carrier Link': 'http://carrier.example' }), 'Carrier Link'],
    ['shipments', shipment('T-1', { 'Carrier Link': 'javascript:alert(1)' }), 'Carrier Link'],
    ['shipments', shipment('T-1', { 'Carrier Link': 'https://ups.com@evil.example' }), 'Carrier Link'],
    ['shipment-events', event('T-1', 1, 'eaten'), 'Event'],
    ['shipment-events', event('T-1', 1, 'constructor'), 'Event'],
    ['shipment-events', { ...event('T-1', 1, 'placed'), 'Event Time': '2025-03-01' }, 'Event Time'],
    ['shipment-lines', { ...of('T-1') }, 'Line No'],
    ['shipment-lines', { ...of('T-1'), 'Line No': 1, Quantity: '1e3' }, 'Quantity'],
  ])('a faulty row of %s is told by its field, and nothing of it is kept: %o', async (kind, row, field) => {
    refusing ??= upstream()
    const { send, states, owners } = await refusing
    const { status, body } = await send(kind, [row])
    expect([status, body.rejected, body.errors[0].field]).toEqual([422, 1, field])
    expect([await states(), await owners()]).toEqual([[], []])
  })

  it('events and lines wait for their shipment, and go where it goes', async () => {
    const { bringIn, owners, states, a, b } = await upstream()
    await bringIn('shipment-lines', [{ ...of('T-1'), 'Line No': '1', Quantity: '12 KG', Lot: 'L1' }])
    await bringIn('shipment-events', [event('T-1', 2, 'In-Transit'), event('T-1', 1, 'order placed')])
    expect(await owners()).toEqual([0, 0, 0])
    await bringIn('shipments', [shipment('T-1')])
    expect(await owners()).toEqual([a, a, a])
    expect(await states()).toEqual([`${a} T-1 in_transit 2025-03-01 - 2025-03-02 - in_transit`])
    await bringIn('shipments', [shipment('T-1', { 'Client Code': 'B' })])
    expect(await owners()).toEqual([b, b, b])
    expect(await states()).toEqual([`${b} T-1 in_transit 2025-03-01 - 2025-03-02 - in_transit`])
    await bringIn('shipments', [{ ...of('T-1'), _op: 'delete' }])
    expect([await owners(), await states()]).toEqual([[0, 0, 0], []])
  })

  it('leave an older version out, and what a replacing batch does not have', async () => {
    const { bringIn, send, states, a } = await upstream()
    const at = (hour: number) => ({ 'Updated At': `2025-03-05T0${hour}:00:00Z` })
    await bringIn('shipments', [
      shipment('T-1', { ...at(5), 'Shipped Date': '2025-03-04' }),
      shipment('T-2', { 'Shipped Date': '2025-04-04' }),
    ])
    expect(await bringIn('shipments', [shipment('T-1', at(4))])).toEqual({ received: 1, stale: 1 })
    const replacing = 'shipments?mode=replace&scope=2025-04&confirm=1'
    expect(
      (await send(replacing, [shipment('T-1', { 'Shipped Date': '2025-03-01' })])).body.errors[0].code,
    ).toBe('outside_scope')
    expect(await states()).toEqual([`${a} T-1 in_transit - - 2025-03-04 - -`])
  })

  it('a client who is assigned brings shipments along with what is told of them, and takes them back', async () => {
    const { bringIn, states, owners, a } = await upstream()
    const admin = await anAdministrator(portal)
    const code = `S${sources}`
    await bringIn('shipments', [shipment('T-1', { 'Client Code': code, 'Client Name': 'Nobody knows' })])
    await bringIn('shipment-events', [event('T-1', 3, 'delivered')])
    const [client] = (await admin.get(`/api/v1/admin/unassigned?search=${code}`)).body.items
    expect(client.sums.map(({ kind, rows }: Record<string, unknown>) => [kind, rows])).toEqual([
      ['shipments', 1],
    ])
    const assigned = await admin.post('/api/v1/admin/unassigned/assign', {
      sourceId: client.sourceId,
      clientCode: code,
      clientName: null,
      tenantId: a,
      rows: client.rows,
    })
    expect(assigned.status, JSON.stringify(assigned.body)).toBe(200)
    expect([await states(), await owners()]).toEqual([
      [`${a} T-1 delivered - - 2025-03-03 2025-03-03 delivered`],
      [a],
    ])
    const undone = await admin.post(`/api/v1/admin/assignments/${assigned.body.id}/undo`, {})
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect([await states(), await owners()]).toEqual([[], [0]])
  })
})

type Client = 'A' | 'B' | 'C' // C belongs to nobody
type Sent =
  | { kind: 'shipments'; key: string; client: Client; shipped: number | null; gone: boolean }
  | { kind: 'shipment-events'; key: string; of: string; day: number; what: string; gone: boolean }

describe('any history of shipments and events', () => {
  const number = fc.integer({ min: 1, max: 2 }).map((n) => `T-${n}`)
  const gone = fc.integer({ min: 0, max: 4 }).map((n) => n === 0)
  const row: fc.Arbitrary<Sent> = fc.oneof(
    fc.record({
      kind: fc.constant('shipments' as const),
      key: number,
      client: fc.constantFrom<Client>('A', 'B', 'C'),
      shipped: fc.option(fc.integer({ min: 1, max: 28 })),
      gone,
    }),
    fc
      .record({
        of: number,
        no: fc.integer({ min: 1, max: 4 }),
        day: fc.integer({ min: 1, max: 28 }),
        what: fc.constantFrom('placed', 'processed', 'in_transit', 'delivered', 'exception'),
        gone,
      })
      // Days of their own, so that there is one last event.
      .map(({ no, day, ...rest }) => ({
        kind: 'shipment-events' as const,
        key: `${rest.of} ${no}`,
        day: Math.min(28, Math.floor((day - 1) / 4) * 4 + no),
        ...rest,
      })),
  )

  it('leaves each shipment with the dates and the state that its events tell', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 6, maxLength: 20 }), async (sent) => {
        const { bringIn, states, a, b } = await upstream()
        const known = new Map<string, Sent>()
        for (const batch of byKind(sent)) {
          await bringIn(batch[0]?.kind ?? 'shipments', batch.map(asUpstream))
          for (const one of batch) known.set(one.key, one)
        }
        const tenants = { A: a, B: b, C: 0 }
        const there = [...known.values()].filter((one) => !one.gone)
        const expected = there.flatMap((one) => {
          if (one.kind !== 'shipments' || one.client === 'C') return []
          const events = there
            .filter((other) => other.kind === 'shipment-events')
            .filter((other) => other.of === one.key)
            .toSorted((x, y) => x.day - y.day)
          const first = (...kinds: string[]) => events.find(({ what }) => kinds.includes(what))?.day
          const shipped = one.shipped ?? first('in_transit', 'exception', 'delivered')
          const delivered = first('delivered')
          const state = delivered ? 'delivered' : shipped ? 'in_transit' : 'processing'
          const dates = [first('placed'), first('processed'), shipped, delivered].map((day) =>
            day ? `2025-03-${String(day).padStart(2, '0')}` : '-',
          )
          return [[tenants[one.client], one.key, state, ...dates, events.at(-1)?.what ?? '-'].join(' ')]
        })
        expect(await states()).toEqual(expected.sort())
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 12) },
    )
  }, 120_000)
})

/** Neighbours of the same kind go together. */
function byKind(sent: Sent[]): Sent[][] {
  const groups: Sent[][] = []
  for (const one of sent) {
    const last = groups.at(-1)
    if (last?.[0]?.kind === one.kind) last.push(one)
    else groups.push([one])
  }
  return groups
}

function asUpstream(one: Sent): Record<string, unknown> {
  const op = one.gone ? { _op: 'delete' } : {}
  if (one.kind === 'shipment-events') return event(one.of, one.day, one.what, { 'Event No': one.key, ...op })
  const shipped = one.shipped && `2025-03-${String(one.shipped).padStart(2, '0')}`
  return shipment(one.key, { 'Client Code': one.client, 'Shipped Date': shipped, ...op })
}
