import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { text } from '../../platform/contract/text.ts'
import { LONGEST_TERM } from './domain/term.ts'

/** What is found, in the order in which it is shown; each group has a permission and a module of its own (A8). */
export const SEARCH_GROUPS = [
  'orders',
  'purchaseOrders',
  'invoices',
  'payments',
  'shipments',
  'lots',
  'products',
  'documents',
  'documentRequests',
  'issues',
  'conversations',
  'salesProducts',
  'salesCustomers',
  'clients',
  'people',
  'members',
  'announcements',
  'feedback',
  'demoRequests',
] as const
export type SearchGroup = (typeof SEARCH_GROUPS)[number]

const Hit = z.object({
  /** Path of it in the portal. */
  to: z.string(),
  /** Its number or name; null: a draft that has neither yet. */
  title: z.string().nullable(),
  /** In other languages, where it has a name in them. */
  names: z.record(z.string(), z.string().nullable()).optional(),
  /** What tells it from others of its kind, as it stands in the data. */
  details: z.array(z.string()),
  /** Of a document that is not offered as current: why. */
  standing: z.enum(['pending', 'held', 'expired', 'withdrawn', 'blocked']).optional(),
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  /** Of a client: for those who have no page of it, but may look at it alone. */
  switchTo: z.number().int().optional(),
})
export type SearchHit = z.infer<typeof Hit>

const Found = z.object({
  /** Without those in which nothing was found, or that the asker may not see. */
  groups: z.array(
    z.object({
      group: z.enum(SEARCH_GROUPS),
      hits: z.array(Hit),
      /** There are others: the group's own screen has them all. */
      more: z.boolean(),
    }),
  ),
})
export type Found = z.infer<typeof Found>

export const searchContract = {
  find: endpoint
    .route({
      method: 'GET',
      path: '/search',
      summary: 'A few hits of everything that the asker may see, exact numbers first',
    })
    .meta({ signedIn: true })
    .input(
      z.object({
        /**
         * Part of a number or a name; letter case, accents, hyphens and spaces do not matter. Of fewer than three letters or digits in a
         * row, a whole number.
         */
        q: text(LONGEST_TERM),
      }),
    )
    .output(Found),
}
