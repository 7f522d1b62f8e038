import type { Principal, Refusal } from '../principals.ts'
import { type Call, type Expectation, equal, get, invalid, NOTHING, notJson, post, RANDOM_ID } from './ask.ts'

/** Each kind has a right of its own; who lacks it learns nothing of the input. */
const KINDS = {
  orders: ['orders.read', { search: NOTHING }],
  'sales-lines': ['sales.read', { search: NOTHING }],
  'sales-history': ['sales.read', { search: NOTHING, format: 'csv' }],
  'current-sales': ['sales.read', { search: NOTHING, format: 'csv' }],
  shipments: ['tracking.read', { search: NOTHING }],
} as const
/** What administrators look after is of no module. */
const CONSOLE = {
  users: 'users.manage',
  sessions: 'users.manage',
  clients: 'tenants.manage',
  batches: 'ingestion.read',
  mails: 'mail.manage',
} as const

const CONSOLE_RIGHTS: readonly string[] = Object.values(CONSOLE)

const withheld =
  (permission: string, otherwise?: Refusal) =>
  (_: unknown, { modulesOff, permissions }: Principal): Refusal | undefined =>
    modulesOff && !CONSOLE_RIGHTS.includes(permission)
      ? [403, 'module_hidden']
      : permissions !== 'all' && !permissions.includes(permission)
        ? [403, 'permission_denied']
        : otherwise

export const exportsExpectations: Record<string, Expectation> = {
  'GET /exports': {
    access: { signedIn: true },
    calls: [{ name: 'own', request: () => get('/exports'), check: ({ items }) => Array.isArray(items) }],
  },
  'POST /exports': {
    access: { signedIn: true },
    calls: [
      ...Object.entries(KINDS).flatMap(([kind, [permission, input]]): Call[] => [
        {
          name: kind,
          request: () => post('/exports', { kind, input }),
          refusal: withheld(permission),
          // Five may wait at once, and askers share their sessions' persons.
          alsoFine: [[429, 'too_many_exports']],
          check: ({ state, format }) => {
            equal('what was asked for', [state, format], ['queued', 'csv'])
            return true
          },
        },
        {
          name: `${kind}, malformed`,
          request: () => post('/exports', { kind, input: { format: 'pdf' } }),
          refusal: withheld(permission, invalid),
        },
      ]),
      ...Object.entries(CONSOLE).flatMap(([kind, permission]): Call[] => [
        {
          name: kind,
          request: () => post('/exports', { kind, input: { search: NOTHING } }),
          refusal: withheld(permission),
          alsoFine: [[429, 'too_many_exports']],
          check: ({ state }) => state === 'queued',
        },
        {
          name: `${kind}, malformed`,
          request: () => post('/exports', { kind, input: { format: 'pdf' } }),
          refusal: withheld(permission, invalid),
        },
      ]),
      ...[{}, { kind: 'people', input: {} }, { kind: 'orders', input: 'x' }, { kind: 'orders' }].map(
        (body): Call => ({
          name: JSON.stringify(body),
          request: () => post('/exports', body),
          refusal: invalid,
        }),
      ),
      notJson('/exports'),
    ],
  },
  'POST /exports/{id}': {
    access: { signedIn: true },
    calls: [
      {
        name: 'own',
        before: () => post('/exports', { kind: 'orders', input: { search: NOTHING } }),
        request: (_, made) => post(`/exports/${made?.id ?? RANDOM_ID}`, { act: 'cancel' }),
        refusal: () => undefined,
        alsoFine: [
          [404, 'not_found'],
          [409, 'conflict'],
        ],
        check: ({ state }) => state === 'cancelled',
      },
      {
        name: 'random',
        request: () => post(`/exports/${RANDOM_ID}`, { act: 'cancel' }),
        refusal: [404, 'not_found'],
      },
      { name: 'no act', request: () => post(`/exports/${RANDOM_ID}`, {}), refusal: invalid },
    ],
    alike: [
      {
        name: 'the export of another tenant',
        foreign: (world) => post(`/exports/${world.foreignExport}`, { act: 'retry' }),
        random: () => post(`/exports/${RANDOM_ID}`, { act: 'retry' }),
      },
    ],
  },
  'GET /exports/{id}/file': {
    access: { signedIn: true },
    calls: [
      { name: 'random', request: () => get(`/exports/${RANDOM_ID}/file`), refusal: [404, 'not_found'] },
      { name: 'malformed', request: () => get('/exports/x/file'), refusal: invalid },
    ],
    alike: [
      {
        name: 'the export of another tenant',
        foreign: (world) => get(`/exports/${world.foreignExport}/file`),
        random: () => get(`/exports/${RANDOM_ID}/file`),
      },
    ],
    shownIn: 'test/server/exports.test.ts',
  },
}
