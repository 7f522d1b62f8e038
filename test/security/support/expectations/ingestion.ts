import { documentForm } from '../../../support/document-form.ts'
import type { Refusal } from '../principals.ts'
import { FOREIGN, OWN } from '../world.ts'
import { type Call, type Expectation, equal, get, invalid, NOTHING, post, put, RANDOM_ID } from './ask.ts'

const batchCalls = (id: string, refusal: Refusal): Call => ({
  name: `id ${id}`,
  request: () => get(`/ingest/batches/${id}`),
  refusal: (_, { key }) => (key ? [404, 'not_found'] : refusal),
})

const order = (mark: string) => ({ Primary: `${mark}-P1`, 'Client Code': `${mark}-1`, 'Ord Stat': 'x' })
const invoice = (mark: string) => ({
  'Invoice No': `${mark}-I1`,
  'Invoice Date': '2024-02-01',
  'Client Code': `${mark}-1`,
  Total: '1.00',
})
const shipment = (mark: string) => ({
  'Tracking Number': `${mark}-T1`,
  Carrier: 'UPS',
  'Client Code': `${mark}-1`,
})

/** As upstream does: what a row is of was sent before it. */
function after(kind: string, parent: object, expectation: Expectation): Expectation {
  const before = () => post(`/ingest/${kind}`, [parent])
  const calls = expectation.calls.map((call) => (call.name === 'own row' ? { ...call, before } : call))
  return { ...expectation, calls }
}

/** A row of one's own lands; one of another tenant's client, order or line is told apart from none by nobody. */
function ingest(kind: string, row: (mark: string) => object, more: Call[] = []): Expectation {
  const path = `/ingest/${kind}`
  const both = [
    ['upsert', {}],
    ['delete', { _op: 'delete' }],
  ] as const
  return {
    access: { key: 'ingest' },
    calls: [
      {
        name: 'own row',
        request: () => post(`${path}?atomic=true`, [row(OWN)]),
        check: ({ received, rejected }) => {
          equal('received and rejected', [received, rejected], [1, 0])
          return true
        },
      },
      { name: 'bad option', request: () => post(`${path}?mode=drop`, []), refusal: invalid },
      { name: 'bad scope', request: () => post(`${path}?mode=replace&scope=never`, []), refusal: invalid },
      ...more,
    ],
    alike: both.map(([name, operation]) => ({
      name,
      foreign: () => post(path, [{ ...row(FOREIGN), ...operation }]),
      random: () => post(path, [{ ...row(NOTHING), ...operation }]),
    })),
  }
}

/** A batch of which nothing could be taken has its answer, which has no code. */
const noneTaken: Call['refusal'] = (_, { sees, key }) => (key && sees !== 'all' ? [422, ''] : undefined)

/** Mappings are for keys that ingest; what counts for a whole source is not for one that is bound to a tenant. */
const ofMappings =
  (refusal?: Refusal, changes = false): Call['refusal'] =>
  (_, { sees, key }) =>
    key && key !== 'ingest'
      ? [403, 'key_scope']
      : changes && key && sees !== 'all'
        ? [403, 'key_bound']
        : refusal

/** Lands from a key that is bound to no tenant, and from no other. */
function ofManufacturer(kind: string, row: (mark: string) => object): Expectation {
  const expectation = ingest(kind, row)
  const [own, ...more] = expectation.calls
  const landing: Call = {
    name: 'what is the manufacturer’s',
    request: () => post(`/ingest/${kind}`, [row(OWN)]),
    refusal: noneTaken,
    check: ({ received, rejected }) => {
      equal('received and rejected', [received, rejected], [1, 0])
      return true
    },
  }
  return { ...expectation, calls: [landing, ...more.filter((call) => call !== own)] }
}

const form = (mark: string, operation = 'upsert') => ({
  method: 'POST',
  path: '/api/v1/ingest/documents',
  ...documentForm({
    ...{ 'Document No': `${mark}-D1`, _op: operation },
    ...(operation === 'upsert' && { Title: mark, Type: 'coa', Lots: [`${mark}-lot`] }),
  }),
})

export const ingestionExpectations: Record<string, Expectation> = {
  'GET /ingest/batches/{id}': {
    access: { permission: 'ingestion.read', orKey: true },
    calls: [
      {
        name: 'a batch',
        request: (world) => get(`/ingest/batches/${world.batch}`),
        refusal: (world, { key, sentBatches }) =>
          key && !sentBatches?.includes(world.batch) ? [404, 'not_found'] : undefined,
        check: (body, world) => body.batchId === world.batch,
      },
      batchCalls(`${RANDOM_ID}`, [404, 'not_found']),
      batchCalls('9007199254740991', [404, 'not_found']),
      ...['0', '-1', 'x', '1.5', '9007199254740993', '%00', "1'"].map((id) => batchCalls(id, invalid)),
    ],
    alike: [
      {
        name: 'the batch of another key',
        foreign: (world) => get(`/ingest/batches/${world.batch}`),
        random: () => get(`/ingest/batches/${RANDOM_ID}`),
      },
    ],
  },
  'GET /ingest/mappings': {
    access: { permission: 'ingestion.read', orKey: true },
    calls: [
      {
        name: 'plain',
        request: () => get('/ingest/mappings'),
        refusal: ofMappings(),
        check: ({ items }) => Array.isArray(items),
      },
    ],
  },
  'GET /ingest/mappings/{name}': {
    access: { permission: 'ingestion.read', orKey: true },
    calls: [
      {
        name: 'a saved one',
        request: () => get('/ingest/mappings/planted'),
        refusal: ofMappings(),
        check: ({ name }) => name === 'planted',
      },
      {
        name: 'unknown',
        request: () => get('/ingest/mappings/none'),
        refusal: ofMappings([404, 'unknown_mapping']),
      },
    ],
  },
  'PUT /ingest/mappings/{name}': {
    access: { permission: 'ingestion.manage', orKey: true },
    shownIn: 'test/server/ingest-mappings.test.ts',
    calls: [
      {
        name: 'a wrong one',
        request: () => put('/ingest/mappings/wrong', { colums: {} }),
        refusal: ofMappings(invalid, true),
      },
    ],
  },
  'DELETE /ingest/mappings/{name}': {
    access: { permission: 'ingestion.manage', orKey: true },
    shownIn: 'test/server/ingest-mappings.test.ts',
    calls: [
      {
        name: 'unknown',
        request: () => ({ method: 'DELETE', path: '/api/v1/ingest/mappings/none' }),
        refusal: ofMappings([404, 'unknown_mapping'], true),
      },
    ],
  },
  'POST /ingest/customers': ingest(
    'customers',
    (mark) => ({ 'Client Code': `${mark}-1`, 'Client Name': `${mark} Pharmacy` }),
    [
      { name: 'unknown kind', request: () => post('/ingest/users', []), refusal: [404, 'unknown_kind'] },
      {
        name: 'a kind of every object',
        request: () => post('/ingest/constructor', []),
        refusal: [404, 'unknown_kind'],
      },
    ],
  ),
  'POST /ingest/orders': ingest('orders', order),
  'POST /ingest/order-lines': after(
    'orders',
    order(OWN),
    ingest('order-lines', (mark) => ({ Primary: `${mark}-P1`, 'Line No': '1', Unit: 'EA' })),
  ),
  'POST /ingest/sales-history': ingest('sales-history', (mark) => ({
    Id: `${mark}-1`,
    Year: 2024,
    Month: 2,
    'Qty Sold': 1,
    Amount: '1.00',
    'Invoice No': `${mark}-new`,
    'Client Code': `${mark}-1`,
  })),
  'POST /ingest/current-sales': ingest('current-sales', (mark) => ({
    id: `${mark}-1`,
    SO: `${mark}-new`,
    Year: 2024,
    Month: 2,
    'Qty Sent': 1,
    Total: '1.00',
    'Account Number': `${mark}-1`,
  })),
  // Nobody's but the manufacturer's: a key that is bound to a tenant gets the same answer for its own tenant's.
  'POST /ingest/products': ofManufacturer('products', (mark) => ({
    'Item No': `${mark}-item`,
    Name: `${mark} Capsules`,
  })),
  'POST /ingest/invoices': ingest('invoices', invoice),
  'POST /ingest/invoice-lines': after(
    'invoices',
    invoice(OWN),
    ingest('invoice-lines', (mark) => ({ 'Invoice No': `${mark}-I1`, 'Line No': '1', Amount: '1.00' })),
  ),
  'POST /ingest/payments': ingest('payments', (mark) => ({
    'Payment No': `${mark}-R1`,
    'Payment Date': '2024-02-01',
    'Client Code': `${mark}-1`,
    'Invoice No': `${mark}-I1`,
    Amount: '1.00',
  })),
  'POST /ingest/price-list': ingest('price-list', (mark) => ({
    'Item No': `${mark}-item`,
    'Unit Price': '9.8765',
    'Valid From': '2024-02-01',
    'Client Code': `${mark}-1`,
  })),
  'POST /ingest/shipments': ingest('shipments', shipment),
  'POST /ingest/shipment-events': after(
    'shipments',
    shipment(OWN),
    ingest('shipment-events', (mark) => ({
      ...{ 'Tracking Number': `${mark}-T1`, Carrier: 'UPS', Event: 'placed' },
      'Event Time': '2024-02-01T10:00:00Z',
    })),
  ),
  'POST /ingest/shipment-lines': after(
    'shipments',
    shipment(OWN),
    ingest('shipment-lines', (mark) => ({
      ...{ 'Tracking Number': `${mark}-T1`, Carrier: 'UPS', 'Line No': '1' },
    })),
  ),
  'POST /ingest/lots': ofManufacturer('lots', (mark) => ({
    'Lot No': `${mark}-lot`,
    'Item No': `${mark}-item`,
    State: 'released',
    Manufactured: '2025-01-02',
    Quantity: 5000,
  })),
  'POST /ingest/documents': {
    access: { key: 'ingest' },
    shownIn: 'test/server/document-feed.test.ts',
    calls: [
      {
        name: 'what is the manufacturer’s',
        request: () => form(OWN),
        refusal: noneTaken,
        check: ({ received, rejected }) => {
          equal('received and rejected', [received, rejected], [1, 0])
          return true
        },
      },
      { name: 'rows', request: () => post('/ingest/documents', []), refusal: [415, 'unsupported_type'] },
    ],
    alike: [
      { name: 'delete', foreign: () => form(FOREIGN, 'delete'), random: () => form(NOTHING, 'delete') },
    ],
  },
  'POST /ingest/lot-results': ofManufacturer('lot-results', (mark) => ({
    'Lot No': `${mark}-new`,
    Test: `${mark} new test`,
    Result: '1',
  })),
}
