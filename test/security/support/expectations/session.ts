import { sealCursor } from '../../../../src/platform/server/endpoint/cursor.ts'
import type { Refusal } from '../principals.ts'
import { FOREIGN, type World } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  equal,
  get,
  invalid,
  NOTHING,
  notJson,
  post,
  query,
  RANDOM_ID,
} from './ask.ts'

const VIEWING = '/session/viewing'
const aLook = { tenantId: RANDOM_ID, role: 'viewer', reason: 'a call from the client' }

const switchTo = (name: string, tenantId: (world: World) => unknown, refusal?: Refusal): Call => ({
  name,
  request: (world) => post('/session/tenant', { tenantId: tenantId(world) }),
  refusal: (world, asker) =>
    refusal ?? (asker.enters.includes(tenantId(world) as number | null) ? undefined : [404, 'not_found']),
  check: (body, world) => {
    equal('the tenant', body.tenant?.id ?? null, tenantId(world))
    return true
  },
})

export const sessionExpectations: Record<string, Expectation> = {
  'GET /session': {
    access: { signedIn: true },
    calls: [
      {
        name: 'plain',
        request: () => get('/session'),
        check: (body, _world, asker) => {
          if (asker.permissions !== 'all')
            equal('permissions', body.permissions.toSorted(), asker.permissions.toSorted())
          const visible = Object.entries(body.modules).filter(([, on]) => on)
          if (asker.modulesOff) equal('visible modules', visible, [])
          return body.user.id.length > 0
        },
      },
    ],
  },
  'POST /session/preferences': {
    access: { signedIn: true },
    calls: [
      {
        name: 'a language',
        request: () => post('/session/preferences', { language: 'fr-CA' }),
        check: (body) => body.language === 'fr-CA',
      },
      ...[
        { language: 'xx' },
        { theme: 1 },
        { tenantId: 1 },
        { language: 'en', globalAdmin: true },
        [],
        'x',
        null,
      ].map(
        (body): Call => ({
          name: JSON.stringify(body),
          request: () => post('/session/preferences', JSON.stringify(body)),
          refusal: invalid,
        }),
      ),
      notJson('/session/preferences'),
    ],
  },
  'POST /session/refresh': {
    access: { cookie: true },
    calls: [
      { name: 'plain', request: () => post('/session/refresh'), check: (body) => body.user.id.length > 0 },
    ],
  },
  'GET /sessions': {
    access: { signedIn: true },
    calls: [
      {
        name: 'plain',
        request: () => get('/sessions'),
        check: ({ items }) => items.length > 0 && items[0].isCurrent,
      },
    ],
  },
  'GET /session/second-factor': {
    access: { signedIn: true },
    calls: [
      {
        name: 'plain',
        request: () => get('/session/second-factor'),
        check: (body) => {
          const none = {
            enrolledAt: null,
            app: null,
            passkeys: [],
            sms: null,
            sendsSms: false,
            codesLeft: 0,
            needed: false,
          }
          equal('second factor', body, none)
          return true
        },
      },
    ],
  },
  'POST /sessions/{id}/end': {
    access: { signedIn: true },
    shownIn: 'test/server/sign-in.test.ts',
    calls: [
      {
        name: 'nobody’s',
        request: () => post('/sessions/nobody/end', {}),
        refusal: [404, 'not_found'],
      },
      { name: 'another field', request: () => post('/sessions/x/end', { userId: 'x' }), refusal: invalid },
    ],
  },
  'GET /session/email': {
    access: { signedIn: true },
    calls: [{ name: 'plain', request: () => get('/session/email'), check: ({ email }) => email.length > 0 }],
  },
  'POST /session/email': {
    access: { signedIn: true },
    shownIn: 'test/server/users.test.ts',
    calls: [
      ...[{}, { email: 'x' }, { email: 1 }, { email: 'a@b.example', userId: 'x' }].map(
        (body): Call => ({
          name: JSON.stringify(body),
          request: () => post('/session/email', JSON.stringify(body)),
          refusal: invalid,
        }),
      ),
      notJson('/session/email'),
    ],
  },
  'POST /session/tenant': {
    access: { signedIn: true },
    calls: [
      switchTo('own', (world) => world.own),
      switchTo('other', (world) => world.other),
      switchTo('suspended', (world) => world.suspended),
      switchTo('without modules', (world) => world.bare),
      switchTo('everything', () => null),
      switchTo('random', () => RANDOM_ID),
      switchTo('zero', () => 0),
      switchTo('negative', () => -1),
      ...['1', 1.5, 2 ** 31, 2 ** 53, [], {}, true].map((id) =>
        switchTo(`malformed ${JSON.stringify(id)}`, () => id, invalid),
      ),
      {
        name: 'another field',
        request: (world) => post('/session/tenant', { tenantId: world.own, userId: 'x' }),
        refusal: invalid,
      },
      { name: 'no field', request: () => post('/session/tenant', {}), refusal: invalid },
      notJson('/session/tenant'),
    ],
    alike: [
      {
        name: 'another tenant',
        foreign: (world) => post('/session/tenant', { tenantId: world.other }),
        random: () => post('/session/tenant', { tenantId: RANDOM_ID }),
      },
      {
        name: 'a suspended tenant',
        foreign: (world) => post('/session/tenant', { tenantId: world.suspended }),
        random: () => post('/session/tenant', { tenantId: RANDOM_ID }),
      },
    ],
  },
  'POST /session/viewing': {
    access: { permission: 'tenants.manage' },
    calls: [
      {
        name: 'the tenant',
        request: ({ own }) => post(VIEWING, { ...aLook, tenantId: own }),
        check: (body, { own }) => {
          equal('what is looked at', [body.tenant.id, body.role], [own, 'viewer'])
          return true
        },
      },
      {
        name: 'a suspended tenant',
        request: ({ suspended }) => post(VIEWING, { ...aLook, tenantId: suspended }),
        refusal: [409, 'tenant_suspended'],
      },
      { name: 'random', request: () => post(VIEWING, aLook), refusal: [404, 'not_found'] },
      {
        name: 'a role of staff',
        request: ({ own }) => post(VIEWING, { ...aLook, tenantId: own, role: 'quality' }),
        refusal: [422, 'unknown_role'],
      },
      ...[{}, { ...aLook, tenantId: '1' }, { ...aLook, reason: '' }, { ...aLook, userId: 'x' }].map(
        (body): Call => ({
          name: JSON.stringify(body),
          request: () => post(VIEWING, JSON.stringify(body)),
          refusal: invalid,
        }),
      ),
      notJson(VIEWING),
    ],
  },
  'POST /session/viewing/end': {
    access: { signedIn: true },
    calls: [
      {
        name: 'plain',
        request: () => post(`${VIEWING}/end`, {}),
        refusal: (_world, asker) => (asker.readOnly === 'view_as' ? undefined : [409, 'not_viewing']),
        check: (body) => body.role === 'global_admin' && body.viewing === null,
      },
      { name: 'a field', request: () => post(`${VIEWING}/end`, { userId: 'x' }), refusal: invalid },
    ],
  },
  'GET /tenants': {
    access: { permission: 'tenants.read' },
    calls: [
      {
        name: 'plain',
        request: () => get('/tenants'),
        check: async (body, { superuser }, { sees }) => {
          const open = await superuser.rows<{ id: number }>(
            `select id from tenants where suspended_at is null and ($1::int[] is null or id = any ($1))`,
            [sees === 'all' ? null : sees],
          )
          const ids = (tenants: { id: number }[]) => tenants.map(({ id }) => id).toSorted((a, b) => a - b)
          equal('tenants', ids(body.items), ids(open))
          equal('total', body.total, open.length)
          return open.length > 0
        },
      },
      ...badQueries('/tenants', 'limit=0', 'limit=1001', 'limit=x', `search=${'x'.repeat(201)}`),
      ...badCursors('/tenants', 2),
    ],
    alike: [
      {
        name: 'search',
        foreign: () => get(`/tenants?${query({ search: FOREIGN })}`),
        random: () => get(`/tenants?${query({ search: NOTHING })}`),
      },
      {
        name: 'place in the list',
        foreign: (world) => get(`/tenants?${query({ cursor: sealCursor([FOREIGN, world.other]) })}`),
        random: (world) => get(`/tenants?${query({ cursor: sealCursor([`${FOREIGN}x`, world.other]) })}`),
      },
    ],
  },
}
