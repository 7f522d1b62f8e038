import { sealCursor } from '../../../../src/platform/server/endpoint/cursor.ts'
import type { Principal } from '../principals.ts'
import { FOREIGN, OWN, type World } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Expectation,
  equal,
  get,
  invalid,
  NOTHING,
  query,
  RANDOM_ID,
} from './ask.ts'

const access = { permission: 'tracking.read', module: 'orders' }

/** Those that nobody has claimed are on no screen but that of the unassigned clients. */
const countShipments = ({ superuser }: World, { sees }: Principal, where = 'true') =>
  superuser.value<number>(
    `select count(*) from shipments where ${where} and ($1::int[] is null or tenant_id = any ($1))`,
    [sees === 'all' ? null : sees],
  )

export const trackingExpectations: Record<string, Expectation> = {
  'GET /tracking/shipments': {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get('/tracking/shipments?limit=1000'),
        check: async (body, world, asker) => {
          const count = await countShipments(world, asker)
          equal('total', [body.total, body.items.length, body.counts.all], [count, count, count])
          return count > 0
        },
      },
      {
        name: 'search',
        request: () => get(`/tracking/shipments?${query({ search: `${FOREIGN}-T2` })}`),
        check: async (body, world, asker) => {
          const count = await countShipments(world, asker, `tracking_no = '${FOREIGN}-T2'`)
          equal('total and hit', [body.total, body.hit !== null], [count, count > 0])
          return false
        },
      },
      ...badQueries(
        '/tracking/shipments',
        'limit=0',
        'limit=1001',
        'sort=tenant_id',
        'group=lost',
        'order=x',
      ),
      ...badQueries('/tracking/shipments', `search=${'x'.repeat(201)}`, `carrier=${'x'.repeat(101)}`),
      ...badCursors('/tracking/shipments', 2),
    ],
    alike: [
      ['search', query({ search: FOREIGN }), query({ search: NOTHING })],
      ['order', 'order=foreign', `order=${RANDOM_ID}`],
      [
        'place in the list',
        query({ sort: 'trackingNumber', cursor: sealCursor([`${FOREIGN}-T3`, 1]) }),
        query({ sort: 'trackingNumber', cursor: sealCursor([`${FOREIGN}-x`, 1]) }),
      ],
    ].map(([name, foreign, random]) => ({
      name: name as string,
      foreign: (world) =>
        get(`/tracking/shipments?limit=3&${foreign?.replace('foreign', String(world.foreignOrder))}`),
      random: () => get(`/tracking/shipments?limit=3&${random}`),
    })),
  },
  'GET /tracking/shipments/{id}': {
    access,
    calls: [
      {
        name: 'own',
        request: (world) => get(`/tracking/shipments/${world.ownShipment}`),
        refusal: (world, { sees }) =>
          sees === 'all' || sees.includes(world.own) ? undefined : [404, 'not_found'],
        check: ({ shipment, order, events, lines }, _, { permissions }) => {
          equal('the shipment', shipment.trackingNumber, `${OWN}-T2`)
          equal('what is told of it', [events.length, lines.length], [1, 1])
          equal('its order', order !== null, permissions === 'all' || permissions.includes('orders.read'))
          return true
        },
      },
      ...[RANDOM_ID, Number.MAX_SAFE_INTEGER].map((id) => ({
        name: String(id),
        request: () => get(`/tracking/shipments/${id}`),
        refusal: [404, 'not_found'] as [number, string],
      })),
      ...['x', '0', '1.5'].map((id) => ({
        name: id,
        request: () => get(`/tracking/shipments/${id}`),
        refusal: invalid,
      })),
    ],
    alike: [
      {
        name: 'id',
        foreign: (world) => get(`/tracking/shipments/${world.foreignShipment}`),
        random: () => get(`/tracking/shipments/${RANDOM_ID}`),
      },
    ],
  },
  'GET /tracking/times': {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get('/tracking/times'),
        check: async (body, world, asker) => {
          const count = await countShipments(world, asker, `state = 'delivered'`)
          equal('deliveries', body.delivery.shipments, count)
          return count > 0
        },
      },
    ],
  },
  'GET /tracking/export': {
    access,
    calls: [
      {
        name: 'csv',
        request: () => get('/tracking/export?format=csv'),
        check: async (body, world, asker) => {
          const lines = (body as string).trim().split(/\r?\n/).length - 1
          equal('rows', lines, await countShipments(world, asker))
          return lines > 0
        },
      },
      ...badQueries('/tracking/export', 'format=pdf', 'sort=tenant_id', 'group=lost'),
    ],
    alike: [
      {
        name: 'search',
        foreign: () => get(`/tracking/export?${query({ search: FOREIGN })}`),
        random: () => get(`/tracking/export?${query({ search: NOTHING })}`),
      },
    ],
  },
}
