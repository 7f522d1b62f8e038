import type { Principal } from '../principals.ts'
import { FOREIGN, OWN } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  equal,
  get,
  invalid,
  NOTHING,
  query,
  RANDOM_ID,
} from './ask.ts'

const access = { permission: 'invoices.read', module: 'finance' }

/** One's own invoice by its number; 404 for whoever does not see it, as for none. */
const calls: Call[] = [
  {
    name: 'own',
    request: () => get(`/invoices/${OWN}-I1`),
    refusal: (world, { sees }) =>
      sees === 'all' || sees.includes(world.own) ? undefined : [404, 'not_found'],
    check: ({ invoice, lines, payments }) => {
      equal('the invoice', [invoice.number, invoice.balance], [`${OWN}-I1`, '100.00'])
      equal('what it is made of', [lines.length, payments.length], [1, 1])
      return true
    },
  },
  ...[`id:${RANDOM_ID}`, NOTHING, 'id:0', '%25'].map(
    (number): Call => ({
      name: number,
      request: () => get(`/invoices/${number}`),
      refusal: [404, 'not_found'],
    }),
  ),
  { name: 'too long', request: () => get(`/invoices/${'x'.repeat(201)}`), refusal: invalid },
]

/** The names say who has chosen one company. */
const looksAtSeveral = ({ enters, name }: Principal) => enters.includes(null) && !name.includes('narrowed')
const isPaper = (body: unknown) => equal('the file', String(body).slice(0, 5), '%PDF-')

export const financeExpectations: Record<string, Expectation> = {
  'GET /finance': {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get('/finance?currency=CAD'),
        // Each tenant owes the same here: 300.00 on three invoices, less 5.00 on one of them and 10.00 on account.
        check: ({ receivables }, world, { sees }) => {
          const mine = sees === 'all' || sees.includes(world.own)
          if (mine) equal('where it comes from', receivables.basis, 'invoices')
          return mine && receivables.openInvoices > 0
        },
      },
      ...badQueries('/finance', 'currency=cad', 'currency=CADX'),
    ],
    alike: [],
  },
  'GET /finance/credit': {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get('/finance/credit?currency=CAD&limit=1000'),
        check: async (body, world, { sees }) => {
          const own = await world.superuser.value<number>(
            `select count(*) from payments where invoice_no is null and currency = 'CAD' and ($1::int[] is null or tenant_id = any ($1))`,
            [sees === 'all' ? null : sees],
          )
          equal('total', body.total, own)
          return own > 0
        },
      },
      ...badQueries('/finance/credit', 'currency=cad', 'limit=0', 'sort=tenant_id'),
      ...badCursors('/finance/credit', 2),
    ],
    alike: [],
  },
  'GET /invoices': {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get('/invoices?limit=1000'),
        check: async (body, world, { sees }) => {
          const own = await world.superuser.value<number>(
            'select count(*) from invoices where $1::int[] is null or tenant_id = any ($1)',
            [sees === 'all' ? null : sees],
          )
          equal('total', body.total, own)
          equal('items', body.items.length, own)
          equal('all', body.counts.all, own)
          return own > 0
        },
      },
      ...badQueries('/invoices', 'limit=0', 'sort=tenant_id', 'state=late', 'currency=x', 'from=2025-02-30'),
      ...badQueries('/invoices', `search=${'x'.repeat(201)}`),
      ...badCursors('/invoices', 2),
    ],
    alike: [
      ['search', query({ search: FOREIGN }), query({ search: NOTHING })],
      ['order', query({ ordNo: `${FOREIGN}-O1` }), query({ ordNo: `${NOTHING}-O1` })],
    ].map(([name, foreign, random]) => ({
      name: name as string,
      foreign: () => get(`/invoices?limit=3&${foreign}`),
      random: () => get(`/invoices?limit=3&${random}`),
    })),
  },
  'GET /invoices/{number}': {
    access,
    calls,
    alike: [
      {
        name: 'number',
        foreign: () => get(`/invoices/${FOREIGN}-I1`),
        random: () => get(`/invoices/${NOTHING}-I1`),
      },
    ],
  },
  'GET /invoices/export': {
    access,
    calls: [
      {
        name: 'csv',
        request: () => get(`/invoices/export?${query({ search: `${OWN}-I` })}`),
        check: (body, world, { sees }) => {
          const lines = (body as string).trim().split(/\r?\n/).length - 1
          if (sees !== 'all' && !sees.includes(world.own)) equal('rows', lines, 0)
          return lines > 0
        },
      },
      ...badQueries('/invoices/export', 'format=pdf', 'state=late', 'sort=tenant_id'),
    ],
    alike: [
      {
        name: 'search',
        foreign: () => get(`/invoices/export?${query({ search: FOREIGN })}`),
        random: () => get(`/invoices/export?${query({ search: NOTHING })}`),
      },
    ],
  },
  'GET /invoices/{number}/pdf': {
    access,
    calls: calls
      .filter(({ name }) => name !== 'too long')
      .map(
        ({ request, check, ...call }): Call => ({
          ...call,
          request: (world) => ({ ...request(world), path: `${request(world).path}/pdf` }),
          ...(check && {
            check: (body) => {
              isPaper(body)
              return true
            },
          }),
        }),
      ),
    alike: [
      {
        name: 'number',
        foreign: () => get(`/invoices/${FOREIGN}-I1/pdf`),
        random: () => get(`/invoices/${NOTHING}-I1/pdf`),
      },
    ],
  },
  'GET /finance/statement/pdf': {
    access,
    calls: [
      {
        name: 'a year',
        request: () => get('/finance/statement/pdf?from=2025-01-01&to=2025-12-31'),
        refusal: (_, asker) => (looksAtSeveral(asker) ? [409, 'one_company'] : undefined),
        check: (body) => {
          isPaper(body)
          return true
        },
      },
      ...badQueries('/finance/statement/pdf', 'from=2025-01-01', 'from=2025-02-01&to=2025-01-01'),
    ],
    alike: [],
  },
  'GET /finance/statement': {
    access,
    calls: [
      {
        name: 'csv',
        request: () =>
          get(`/finance/statement?${query({ from: '2000-01-01', to: '2100-01-01', format: 'csv' })}`),
        check: (body, _world, { sees }) => {
          const text = body as string
          if (sees !== 'all' && sees.length === 0) equal('rows', text.trim().split(/\r?\n/).length, 1)
          return text.includes('-I1')
        },
      },
      ...badQueries(
        '/finance/statement',
        'from=2025-01-01',
        'from=2025-02-01&to=2025-01-01',
        'from=2025-01-01&to=2025-02-01&format=pdf',
      ),
    ],
    alike: [],
  },
}
