import type { Request } from '../principals.ts'
import { FOREIGN } from '../world.ts'
import { type Call, type Expectation, get, invalid, post, put, RANDOM_ID } from './ask.ts'

const access = { permission: 'invoices.write', module: 'finance' }
const shownIn = 'test/server/own-invoices.test.ts'
const PATH = '/admin/invoice-drafts'
const facts = {
  kind: 'invoice',
  ...{ creditsNo: null, dueDate: null, terms: null, poNo: null, ordNo: null },
  ...{ date: '2025-01-01', currency: 'CAD', taxes: [] },
  lines: [{ itemNo: null, description: 'x', quantity: '1', unit: null, unitPrice: '1' }],
}
const random = (request: () => Request): Call => ({ name: 'random', request, refusal: [404, 'not_found'] })
const ids = (path: (id: string) => Request): Call[] =>
  ['0', 'x'].map((id) => ({ name: `id ${id}`, request: () => path(id), refusal: invalid }))

const started = 'test/server/invoice-drafts.test.ts'

export const invoiceDraftsExpectations: Record<string, Expectation> = {
  'GET /admin/invoice-start': {
    access,
    shownIn: started,
    calls: ['tenantId', 'order', 'shipment'].flatMap((of): Call[] => [
      random(() => get(`/admin/invoice-start?${of}=${RANDOM_ID}`)),
      { name: `no ${of}`, request: () => get(`/admin/invoice-start?${of}=x`), refusal: invalid },
    ]),
  },
  'GET /admin/invoice-choices': {
    access,
    shownIn: started,
    calls: [
      {
        name: 'of no kind',
        request: () => get('/admin/invoice-choices?tenantId=1&of=lots'),
        refusal: invalid,
      },
    ],
  },
  'GET /admin/tax-rates': {
    access,
    calls: [
      { name: 'plain', request: () => get('/admin/tax-rates'), check: ({ items }) => items.length > 0 },
    ],
    alike: [],
  },
  'PUT /admin/tax-rates': {
    access,
    shownIn: started,
    calls: [
      {
        name: 'of no place',
        request: () => put('/admin/tax-rates', { place: 'x', name: 'x', rate: '1', from: '2025-01-01' }),
        refusal: invalid,
      },
    ],
  },
  'POST /admin/tax-rates/{id}/remove': {
    access,
    shownIn: started,
    calls: [
      random(() => post(`/admin/tax-rates/${RANDOM_ID}/remove`, {})),
      ...ids((id) => post(`/admin/tax-rates/${id}/remove`, {})),
    ],
  },
  [`GET ${PATH}`]: {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get(PATH),
        check: ({ items }, world, { sees }) => {
          const names = items.map(({ poNo }: { poNo: string }) => poNo)
          const foreign = sees === 'all' || sees.includes(world.other)
          if (names.includes(FOREIGN) !== foreign) throw new Error(`drafts are ${names}`)
          return items.length > 0
        },
      },
    ],
    alike: [],
  },
  [`GET ${PATH}/{id}`]: {
    access,
    shownIn,
    calls: [random(() => get(`${PATH}/${RANDOM_ID}`)), ...ids((id) => get(`${PATH}/${id}`))],
  },
  [`POST ${PATH}`]: {
    access,
    shownIn,
    calls: [
      {
        name: 'for a tenant that is not there',
        request: () => post(PATH, { ...facts, tenantId: RANDOM_ID }),
        refusal: [422, 'unknown_tenant'],
      },
      {
        name: 'a place that is none',
        request: () => post(PATH, { ...facts, tenantId: RANDOM_ID, place: 'Quebec' }),
        refusal: invalid,
      },
    ],
  },
  [`PUT ${PATH}/{id}`]: {
    access,
    shownIn,
    calls: [
      random(() => put(`${PATH}/${RANDOM_ID}`, { ...facts, version: 1 })),
      {
        name: 'a place that is none',
        request: () => put(`${PATH}/${RANDOM_ID}`, { ...facts, version: 1, place: 'Quebec' }),
        refusal: invalid,
      },
    ],
  },
  ...Object.fromEntries(
    ['discard', 'issue'].map((act): [string, Expectation] => [
      `POST ${PATH}/{id}/${act}`,
      {
        access,
        shownIn,
        calls: [
          random(() => post(`${PATH}/${RANDOM_ID}/${act}`, { version: 1 })),
          ...ids((id) => post(`${PATH}/${id}/${act}`, { version: 1 })),
        ],
      },
    ]),
  ),
}
