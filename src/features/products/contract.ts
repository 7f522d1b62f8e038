import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { CalendarDate, Instant, Quantity } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { text } from '../../platform/contract/text.ts'

export const PRODUCT_CLASSES = ['blend', 'bulk_capsule', 'finished_product'] as const
export type ProductClass = (typeof PRODUCT_CLASSES)[number]

export const Product = z.object({
  id: z.number().int(),
  itemNo: z.string(),
  name: z.string(),
  /** In the other languages, as far as upstream has them. */
  names: z.object({ 'fr-CA': z.string().nullable(), de: z.string().nullable(), es: z.string().nullable() }),
  category: z.string().nullable(),
  class: z.enum(PRODUCT_CLASSES).nullable(),
  unit: z.string().nullable(),
  /** The least that can be ordered: the product's own, else what is usual for its class; null where neither says. */
  minimum: z.object({ quantity: Quantity, unit: z.string().nullable() }).nullable(),
  leadWeeks: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
  /** Can still be ordered. */
  active: z.boolean(),
})
export type Product = z.infer<typeof Product>

export const ProductPage = pageOf(Product).extend({
  /** Of every product that the asker sees; null after the first page. */
  categories: z.array(z.string()).nullable(),
  /** The last batch that upstream sent for products; null before the first. */
  asOf: Instant.nullable(),
})
export type ProductPage = z.infer<typeof ProductPage>

const weeks = z.int().min(1).max(520)
/** What is usual for a class of products, where a product has no terms of its own. */
export const ClassTerms = z.object({
  class: z.enum(PRODUCT_CLASSES),
  minimum: z.object({ quantity: Quantity, unit: z.string() }),
  leadWeeks: z.object({ from: z.number().int(), to: z.number().int() }),
  /** Who answers for it, and since when. */
  owner: z.string().nullable(),
  statedOn: CalendarDate.nullable(),
  version: z.number().int(),
})
export type ClassTerms = z.infer<typeof ClassTerms>

export const productsContract = {
  classes: endpoint
    .route({
      method: 'GET',
      path: '/product-classes',
      summary:
        'What is usual for each class of products: least quantities and lead times, who says so and since when',
    })
    .meta({ permission: 'products.read', module: 'product' })
    .output(z.object({ items: z.array(ClassTerms) })),
  keepClass: endpoint
    .route({
      method: 'PUT',
      path: '/product-classes/{class}',
      summary: 'Changes what is usual for a class of products; 412 when somebody else did first',
    })
    .meta({ permission: 'company.manage', audit: 'products.terms_changed' })
    .input(
      z
        .object({
          class: z.enum(PRODUCT_CLASSES),
          minimum: z
            .object({
              quantity: z.number().min(0.001).max(999_999_999).multipleOf(0.001),
              unit: text(20).refine((value) => value.trim() !== '', fieldMessage('blank')),
            })
            .strict(),
          leadWeeks: z
            .object({ from: weeks, to: weeks })
            .strict()
            .refine(({ from, to }) => from <= to, fieldMessage('order')),
          owner: text(200).nullable(),
          statedOn: CalendarDate.nullable(),
          version: z.int().min(0).max(2_147_483_646),
        })
        .strict(),
    )
    .output(ClassTerms),
  list: endpoint
    .route({
      method: 'GET',
      path: '/products',
      summary: 'Products that stand on orders of the asker’s tenants, by item number',
    })
    .meta({ permission: 'products.read', module: 'product' })
    .input(
      z.object({
        /** Part of the item number, a name in any language or the category; letter case and accents do not matter. */
        search: text(200).optional(),
        category: text(100).optional(),
        class: z.enum(PRODUCT_CLASSES).optional(),
        active: z.enum(['true', 'false']).optional(),
        ...pageQuery,
      }),
    )
    .output(ProductPage),
  get: endpoint
    .route({ method: 'GET', path: '/products/{id}', summary: 'One product' })
    .meta({ permission: 'products.read', module: 'product' })
    .input(z.object({ id: z.coerce.number().int().min(1) }))
    .output(Product),
}
