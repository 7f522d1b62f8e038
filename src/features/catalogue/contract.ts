import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Currency, Instant, Quantity } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { PRODUCT_CLASSES, Product } from '../products/contract.ts'

const whole = z.number().int()
const weeks = z.int().min(1).max(520)

/** What staff decided for one client; `choice` null: the order lines decide. */
const Offer = z.object({
  choice: z.boolean().nullable(),
  /** It stands on an order of the client. */
  onOrders: z.boolean(),
  /** Agreed with the client; null: the product's own, else what is usual for its class. */
  minimumQuantity: Quantity.nullable(),
  leadWeeks: z.object({ from: whole, to: whole }).nullable(),
  /** Upstream says it: nothing to agree. */
  minimumFromUpstream: z.boolean(),
  leadFromUpstream: z.boolean(),
  /** What a change must name. */
  version: whole,
})

export const CatalogueItem = Product.extend({
  tenantId: whole,
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  /** In force today, a decimal of up to six digits; null: on confirmation, or withheld from who may not see prices. */
  price: z
    .object({
      amount: z.string(),
      currency: Currency,
      unit: z.string().nullable(),
      validTo: CalendarDate.nullable(),
    })
    .nullable(),
  /** In force, as far as the asker may read them. */
  documents: z.array(z.object({ id: whole, title: z.string(), type: z.string() })),
  /** For those who say what is offered. */
  offer: Offer.optional(),
})
export type CatalogueItem = z.infer<typeof CatalogueItem>

/** PostgreSQL's text has no NUL. */
const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((value) => !value.includes('\u0000'))
const tenantId = z.coerce.number().int().min(1).max(2_147_483_647)

const CataloguePage = pageOf(CatalogueItem).extend({
  /** Of every product of the catalogue; null after the first page. */
  categories: z.array(z.string()).nullable(),
  /** False: prices are withheld, not missing. */
  pricesShown: z.boolean(),
  /** The last batch that upstream sent for products or prices, whichever is older; null before the first. */
  asOf: Instant.nullable(),
})
export type CataloguePage = z.infer<typeof CataloguePage>

export const catalogueContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/catalogue',
      summary: 'What the asker’s tenants may buy, by item number; staff see also what is not offered',
    })
    .meta({ permission: 'products.read', module: 'product' })
    .input(
      z.object({
        tenant: tenantId.optional(),
        /** Part of the item number, a name in any language or the category; letter case and accents do not matter. */
        search: text(200).optional(),
        category: text(100).optional(),
        class: z.enum(PRODUCT_CLASSES).optional(),
        ...pageQuery,
      }),
    )
    .output(CataloguePage),
  candidates: endpoint
    .route({
      method: 'GET',
      path: '/catalogue/candidates',
      summary: 'Products that could be offered, of all',
    })
    .meta({ permission: 'catalogue.write', module: 'product' })
    .input(z.object({ search: text(200).min(1) }))
    .output(z.object({ items: z.array(z.object({ id: whole, itemNo: z.string(), name: z.string() })) })),
  offer: endpoint
    .route({
      method: 'PUT',
      path: '/catalogue/{tenantId}/{productId}',
      summary: 'Offers a product to a client or takes it out; with the terms agreed where upstream has none',
    })
    .meta({ permission: 'catalogue.write', module: 'product', audit: 'catalogue.changed' })
    .input(
      z
        .object({
          tenantId,
          productId: z.coerce.number().int().min(1),
          choice: z.boolean().nullable(),
          minimumQuantity: z.number().min(0.001).max(999_999_999).multipleOf(0.001).nullable(),
          leadWeeks: z
            .object({ from: weeks, to: weeks })
            .strict()
            .refine(({ from, to }) => from <= to)
            .nullable(),
          version: z.int().min(0).max(2_147_483_646),
        })
        .strict(),
    )
    .output(z.object({ version: whole })),
}
