import { type Call, type Expectation, equal, get, invalid, NOTHING, notJson, post, RANDOM_ID } from './ask.ts'

export const exportsExpectations: Record<string, Expectation> = {
  'GET /exports': {
    access: { signedIn: true },
    calls: [{ name: 'own', request: () => get('/exports'), check: ({ items }) => Array.isArray(items) }],
  },
  'POST /exports': {
    access: { permission: 'orders.read', module: 'orders' },
    calls: [
      {
        name: 'orders',
        request: () => post('/exports', { kind: 'orders', input: { search: NOTHING } }),
        check: ({ state, format }) => {
          equal('what was asked for', [state, format], ['queued', 'csv'])
          return true
        },
      },
      ...[
        {},
        { kind: 'users', input: {} },
        { kind: 'orders', input: { format: 'pdf' } },
        { kind: 'orders' },
      ].map(
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
    access: { permission: 'orders.read', module: 'orders' },
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
