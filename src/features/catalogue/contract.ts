import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { CalendarDate, Currency, Instant, Quantity } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { text } from '../../platform/contract/text.ts'
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
  /** Entered here: its name, class, unit and terms can be changed. Null: upstream's. */
  own: z.object({ version: whole, minimumQuantity: Quantity.nullable() }).nullable(),
})

/** A price of a client for a product, in force, past or to come. */
const CataloguePrice = z.object({
  id: whole,
  amount: z.string(),
  unit: z.string().nullable(),
  per: z.number().nullable(),
  currency: Currency,
  validFrom: CalendarDate,
  validTo: CalendarDate.nullable(),
  inForce: z.boolean(),
  /** Entered here; false: upstream's, which is not changed here. */
  own: z.boolean(),
  version: whole,
})
export type CataloguePrice = z.infer<typeof CataloguePrice>

export const CatalogueItem = Product.extend({
  tenantId: whole,
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  /** In force today, a decimal of up to six digits; null: on confirmation, or withheld from who may not see prices. */
  price: z
    .object({
      amount: z.string(),
      currency: Currency,
      /** As it was stated: a unit, a quantity of it, or nothing. */
      unit: z.string().nullable(),
      /** The quantity of the product's unit that it is for; null: the units cannot be compared, and the order has it confirmed. */
      per: z.number().nullable(),
      validTo: CalendarDate.nullable(),
    })
    .nullable(),
  /** In force, as far as the asker may read them. */
  documents: z.array(z.object({ id: whole, title: z.string(), type: z.string() })),
  /** For those who say what is offered. */
  offer: Offer.optional(),
})
export type CatalogueItem = z.infer<typeof CatalogueItem>

const tenantId = z.coerce.number().int().min(1).max(2_147_483_647)

const optional = (longest: number) => text(longest).trim().min(1).nullable()
const version = z.int().min(0).max(2_147_483_646)
const productId = z.coerce.number().int().min(1)
const ofProduct = { tenantId, productId }
const quantity = z.number().min(0.001).max(999_999_999).multipleOf(0.001)
const leadWeeks = z
  .object({ from: weeks, to: weeks })
  .strict()
  .refine(({ from, to }) => from <= to, fieldMessage('order'))
const day = CalendarDate.refine((value) => value >= '1900', fieldMessage('farAway'))

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
          ...ofProduct,
          choice: z.boolean().nullable(),
          minimumQuantity: quantity.nullable(),
          leadWeeks: leadWeeks.nullable(),
          version,
        })
        .strict(),
    )
    .output(z.object({ version: whole })),
  keepProduct: endpoint
    .route({
      method: 'POST',
      path: '/catalogue/products',
      summary: 'Enters a product that no upstream system has and offers it to a client, or changes one',
    })
    .meta({ permission: 'catalogue.write', module: 'product', audit: 'product.kept' })
    .input(
      z
        .object({
          tenant: tenantId,
          /** Null: a new one. */
          id: productId.nullable(),
          itemNo: text(100).trim().min(1),
          name: text(500).trim().min(1),
          names: z.object({ 'fr-CA': optional(500), de: optional(500), es: optional(500) }).strict(),
          category: optional(100),
          class: z.enum(PRODUCT_CLASSES).nullable(),
          unit: optional(30),
          /** Null: what is usual for the class. */
          minimumQuantity: quantity.nullable(),
          leadWeeks: leadWeeks.nullable(),
          /** It can be ordered. */
          active: z.boolean(),
          version,
        })
        .strict(),
    )
    .output(z.object({ id: whole, version: whole })),
  prices: endpoint
    .route({
      method: 'GET',
      path: '/catalogue/{tenantId}/{productId}/prices',
      summary: 'Every price of a client for a product, the newest first: upstream’s, and those entered here',
    })
    .meta({ permission: 'catalogue.write', module: 'product' })
    .input(z.object(ofProduct))
    .output(z.object({ items: z.array(CataloguePrice), currency: Currency, unit: z.string().nullable() })),
  keepPrice: endpoint
    .route({
      method: 'POST',
      path: '/catalogue/{tenantId}/{productId}/prices',
      summary: 'Enters a price of a client, in its currency, or changes or ends one that was entered here',
    })
    .meta({ permission: 'catalogue.write', module: 'product', audit: 'price.kept' })
    .input(
      z
        .object({
          ...ofProduct,
          /** Null: a new one. */
          id: productId.nullable(),
          /** A decimal of up to six digits. */
          amount: z.string().regex(/^\d{1,9}(\.\d{1,6})?$/),
          /** As upstream states it: KG, 1000, 1,000 UN. Null: one of the product's unit. */
          unit: optional(30),
          validFrom: day,
          /** The last day; null: until another one begins. */
          validTo: day.nullable(),
          version,
        })
        .strict()
        .refine(({ validFrom, validTo }) => validTo === null || validTo >= validFrom, {
          path: ['validTo'],
          ...fieldMessage('order'),
        }),
    )
    .output(z.object({ id: whole, version: whole })),
  dropPrice: endpoint
    .route({
      method: 'POST',
      path: '/catalogue/{tenantId}/{productId}/prices/{id}/remove',
      summary: 'Takes a price away that was entered here by mistake; the audit keeps it',
    })
    .meta({ permission: 'catalogue.write', module: 'product', audit: 'price.removed' })
    .input(z.object({ ...ofProduct, id: productId, version }).strict())
    .output(z.object({ removed: z.literal(true) })),
}
