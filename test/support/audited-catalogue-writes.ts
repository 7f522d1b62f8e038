import { expect } from 'vitest'
import type { Actor } from './actors.ts'
import { anAdministrator } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import type { TestPortal } from './portal.ts'

const FACTS = {
  ...{ name: 'Kept here', names: { 'fr-CA': null, de: null, es: null }, category: null, class: null },
  ...{ unit: 'UN', minimumQuantity: null, leadWeeks: null, active: true, version: 0 },
}

/** Those of what staff keep in the catalogue themselves. */
export function auditedCatalogueWrites(portal: TestPortal, tenant: number): Record<string, AuditedWrite> {
  const asker = () => anAdministrator(portal)
  let drawn = 0
  let product = 0
  let price = 0
  const enter = async (actor: Actor) => {
    const itemNo = `I-kept-${++drawn}`
    const done = await actor.post('/api/v1/catalogue/products', { ...FACTS, tenant, id: null, itemNo })
    product = done.body.id
    return done
  }
  const prices = () => `/api/v1/catalogue/${tenant}/${product}/prices`
  const keep = async (actor: Actor) => {
    const wish = {
      id: null,
      amount: '4.25',
      unit: '1000',
      validFrom: '2025-01-01',
      validTo: null,
      version: 0,
    }
    const done = await actor.post(prices(), wish)
    price = done.body.id
    return done
  }
  const about = (actor: Actor, type: 'price' | 'product') => ({
    ...{ tenant_id: tenant, actor: actor.userId, object_type: type },
    object_id: String(type === 'price' ? price : product),
  })
  return {
    'POST /catalogue/products': {
      asker,
      act: enter,
      expected: (actor) => ({
        ...about(actor, 'product'),
        action: 'product.kept',
        new: expect.objectContaining({ name: 'Kept here', unit: 'UN' }),
      }),
    },
    'POST /catalogue/{tenantId}/{productId}/prices': {
      asker,
      arrange: enter,
      act: keep,
      expected: (actor) => ({
        ...about(actor, 'price'),
        action: 'price.kept',
        new: expect.objectContaining({ price: 4.25, unit: '1000', valid_from: '2025-01-01' }),
      }),
    },
    'POST /catalogue/{tenantId}/{productId}/prices/{id}/remove': {
      asker,
      arrange: async (actor) => {
        await enter(actor)
        await keep(actor)
      },
      act: (actor) => actor.post(`${prices()}/${price}/remove`, { version: 1 }),
      expected: (actor) => ({
        ...about(actor, 'price'),
        action: 'price.removed',
        old: expect.objectContaining({ price: 4.25, unit: '1000' }),
      }),
    },
  }
}
