import { type Call, type Expectation, get, invalid } from './ask.ts'

const patch = (path: string, body: unknown) => ({ method: 'PATCH', path: `/api/v1${path}`, body })

const refusals = (path: string, bodies: unknown[]): Call[] =>
  bodies.map((body) => ({
    name: JSON.stringify(body),
    request: () => patch(path, JSON.stringify(body)),
    refusal: invalid,
  }))

/** Askers share their persons, so that another may have been there between the look and the change. */
const change = (path: string, fields: object): Call => ({
  name: 'its own',
  before: () => get(path),
  request: (_world, made) => patch(path, { version: made?.version ?? 1, ...fields }),
  alsoFine: [[412, 'stale_version']],
  check: (body) => body.version > 1,
})

const BAD = [
  { version: 1, language: 'xx' },
  { version: 1, timezone: 'Nowhere/Land' },
  { version: 'x' },
  [],
  'x',
  null,
]

export const profileExpectations: Record<string, Expectation> = {
  'GET /own-data': {
    access: { signedIn: true },
    // Askers share their persons, who may take so many copies an hour.
    calls: [{ name: 'plain', request: () => get('/own-data'), alsoFine: [[429, 'rate_limited']] }],
  },
  'GET /profile': {
    access: { signedIn: true, module: 'profile' },
    calls: [{ name: 'plain', request: () => get('/profile'), check: (body) => body.email.length > 0 }],
  },
  'PATCH /profile': {
    access: { signedIn: true, module: 'profile' },
    calls: [
      change('/profile', { department: 'Quality' }),
      { name: 'no version', request: () => patch('/profile', {}), refusal: [428, 'version_needed'] },
      ...refusals('/profile', [
        ...BAD,
        { version: 1, name: ' ' },
        { version: 1, email: 'a@b.c' },
        { version: 1, globalAdmin: true },
        { version: 1, userId: 'x' },
      ]),
    ],
  },
  'GET /settings': {
    access: { signedIn: true, module: 'settings' },
    calls: [
      {
        name: 'plain',
        request: () => get('/settings'),
        check: (body) => typeof body.notifications.email === 'boolean' && body.email === undefined,
      },
    ],
  },
  'PATCH /settings': {
    access: { signedIn: true, module: 'settings' },
    calls: [
      change('/settings', { notifications: { email: false } }),
      { name: 'no version', request: () => patch('/settings', {}), refusal: [428, 'version_needed'] },
      ...refusals('/settings', [
        ...BAD,
        { version: 1, name: 'x' },
        { version: 1, notifications: { all: true } },
      ]),
    ],
  },
}
