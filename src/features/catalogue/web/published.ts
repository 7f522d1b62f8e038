import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** What can be bought, for the form that buys it. */
export { catalogueQuery } from './catalogue-queries.ts'
/** For the way into the product's areas. */
export { catalogueNavigation } from './navigation.ts'

/** What a client may buy, on its page of the console. */
export const clientCatalogue = {
  slot: 'client.panel',
  key: 'catalogue',
  order: 20,
  permission: 'catalogue.write',
  module: 'product',
  component: lazyComponent(() => import('./client-catalogue.tsx')),
} satisfies SlotPart
