import type { Request } from '../principals.ts'
import { type Expectation, get, invalid, post, put, RANDOM_ID } from './ask.ts'

const access = { permission: 'tracking.write', module: 'orders' }
const shownIn = 'test/server/own-shipments.test.ts'
const PATH = '/admin/shipments'
const WISH = 'matrix-wish'
const facts = {
  ...{ order: null, trackingNumber: 'X', carrier: 'UPS', carrierLink: null, shipTo: null, weight: null },
  ...{ processedOn: null, shippedOn: null, estimatedOn: null, deliveredOn: null, lines: [] },
}
const event = { kind: 'in_transit', at: '2025-01-01T00:00:00Z', place: null, note: null }

/** Upstream's are read only for whoever sees them; those of others are as none. */
const ofOne = (ask: (id: number | string) => Request): Expectation => ({
  access,
  shownIn,
  calls: [
    {
      name: 'of upstream',
      request: (world) => ask(world.ownShipment),
      refusal: (world, { sees }) =>
        sees === 'all' || sees.includes(world.own) ? [409, 'shipment_from_upstream'] : [404, 'not_found'],
    },
    { name: 'random', request: () => ask(RANDOM_ID), refusal: [404, 'not_found'] },
    ...['0', 'x'].map((id) => ({ name: `id ${id}`, request: () => ask(id), refusal: invalid })),
  ],
  alike: [{ name: 'id', foreign: (world) => ask(world.foreignShipment), random: () => ask(RANDOM_ID) }],
})

export const enteredShipmentsExpectations: Record<string, Expectation> = {
  [`POST ${PATH}`]: {
    access,
    shownIn,
    calls: [
      {
        name: 'for a tenant that is not there',
        request: () => post(PATH, { ...facts, wish: WISH, tenantId: RANDOM_ID }),
        refusal: [422, 'unknown_tenant'],
      },
      {
        name: 'no number',
        request: () => post(PATH, { ...facts, trackingNumber: '', wish: WISH, tenantId: RANDOM_ID }),
        refusal: invalid,
      },
    ],
  },
  [`GET ${PATH}/{id}`]: ofOne((id) => get(`${PATH}/${id}`)),
  [`PUT ${PATH}/{id}`]: ofOne((id) => put(`${PATH}/${id}`, { ...facts, version: 1 })),
  [`POST ${PATH}/{id}/take-back`]: ofOne((id) => post(`${PATH}/${id}/take-back`, { version: 1 })),
  [`POST ${PATH}/{id}/events`]: ofOne((id) => post(`${PATH}/${id}/events`, { ...event, wish: WISH })),
  [`PUT ${PATH}/{id}/events/{event}`]: ofOne((id) => put(`${PATH}/${id}/events/1`, { ...event, version: 1 })),
  [`POST ${PATH}/{id}/events/{event}/take-back`]: ofOne((id) =>
    post(`${PATH}/${id}/events/1/take-back`, { version: 1 }),
  ),
}
