import { sql } from 'kysely'
import { pricePer } from '../../../platform/domain/units.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { STATUS } from '../../documents/server/published.ts'
import type { ProductClass } from '../../products/contract.ts'
import { PRODUCT_COLUMNS, toProduct } from '../../products/server/published.ts'
import type { CatalogueItem } from '../contract.ts'

export type Choose = {
  tenant?: number | undefined
  search?: string | undefined
  category?: string | undefined
  class?: ProductClass | undefined
}

/** Those who say what is offered see what is not, too. */
export const managesCatalogue = (actor: Actor) => actor.kind !== 'member' && may(actor, 'catalogue.write')

/** Products that the asker's tenants may buy with today's price, in the tenant's currency; row-level security says whose. */
export function catalogueRows(tx: Tx, actor: Actor, choose: Choose, today: string) {
  const term = choose.search?.trim()
  return tx
    .selectFrom('product_access as a')
    .innerJoin('products as p', 'p.id', 'a.product_id')
    .leftJoin('class_terms as u', 'u.class', 'p.class')
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .leftJoinLateral(
      sql<{
        unit_price: string | null
        unit: string | null
        valid_to: string | null
      }>`portal.price_on(a.tenant_id, p.source_id, p.item_no,
        t.currency, ${today}::date)`.as('price'),
      (join) => join.on(sql<boolean>`${may(actor, 'prices.read')}::boolean`),
    )
    .$if(choose.tenant !== undefined, (rows) => rows.where('a.tenant_id', '=', choose.tenant as number))
    .$if(Boolean(term), (rows) =>
      rows.where(
        sql<boolean>`(portal.contains_folded(p.search_text, ${term ?? ''}) or p.item_key = portal.number_key(${term ?? ''}))`,
      ),
    )
    .$if(choose.category !== undefined, (rows) => rows.where('p.category', '=', choose.category as string))
    .$if(choose.class !== undefined, (rows) => rows.where('p.class', '=', choose.class as string))
    .$if(!managesCatalogue(actor), (rows) =>
      rows.where('p.active', '=', true).where(sql<boolean>`a.offered is distinct from false`),
    )
    .select(PRODUCT_COLUMNS)
    .select(['a.tenant_id as tenantId', 't.name as tenantName', 't.currency as currency'])
    .select(['p.source_id', 'p.version as product_version'])
    .select(['a.by_lines', 'a.offered', 'a.version'])
    .select([
      'a.minimum_quantity as agreed_minimum',
      'a.lead_weeks_from as agreed_from',
      'a.lead_weeks_to as agreed_to',
    ])
    .select(['price.unit_price as price', 'price.unit as price_unit', 'price.valid_to as price_until'])
}
export type CatalogueRow = Awaited<ReturnType<ReturnType<typeof catalogueRows>['execute']>>[number]

type Documents = Map<string, CatalogueItem['documents']>

/** Offered and not expired, by item number: what the library shows the asker of them. */
export async function readDocuments(
  tx: Tx,
  actor: Actor,
  rows: readonly { item_no: string }[],
): Promise<Documents> {
  const documents: Documents = new Map()
  if (rows.length === 0 || !may(actor, 'documents.read')) return documents
  const found = await tx
    .selectFrom('documents as d')
    .select(['d.id', 'd.title', 'd.type', 'd.product_code as code'])
    .where('d.product_code', 'in', [...new Set(rows.map(({ item_no }) => item_no))])
    .where(sql<boolean>`d.shelves && '{product,fact-sheet}'::text[]`)
    .where(sql<boolean>`${STATUS} = 'available'`)
    .orderBy('d.type')
    .orderBy('d.id')
    .execute()
  for (const { code, ...document } of found)
    documents.set(code as string, [...(documents.get(code as string) ?? []), document])
  return documents
}

/** What upstream says of a product counts, else what was agreed with the client, else what is usual for the class. */
export function toItem(row: CatalogueRow, actor: Actor, documents: Documents): CatalogueItem {
  const minimumFromUpstream = row.minimum_quantity !== null
  const leadFromUpstream = row.lead_weeks_from !== null
  const product = toProduct({
    ...row,
    minimum_quantity: row.minimum_quantity ?? row.agreed_minimum,
    lead_weeks_from: row.lead_weeks_from ?? row.agreed_from,
    lead_weeks_to: row.lead_weeks_to ?? row.agreed_to,
  })
  return {
    ...product,
    tenantId: row.tenantId,
    ...(actor.tenantId === null && { tenantName: row.tenantName }),
    price:
      row.price === null
        ? null
        : {
            amount: trimmed(row.price),
            currency: row.currency,
            unit: row.price_unit,
            per: perOf(row.price_unit, product),
            validTo: row.price_until,
          },
    documents: documents.get(row.item_no) ?? [],
    ...(managesCatalogue(actor) && {
      offer: {
        choice: row.offered,
        onOrders: row.by_lines,
        minimumQuantity: row.agreed_minimum === null ? null : Number(row.agreed_minimum),
        leadWeeks:
          row.agreed_from === null || row.agreed_to === null
            ? null
            : { from: row.agreed_from, to: row.agreed_to },
        minimumFromUpstream,
        leadFromUpstream,
        version: row.version,
        own:
          row.source_id === 0
            ? {
                version: row.product_version,
                minimumQuantity: row.minimum_quantity === null ? null : Number(row.minimum_quantity),
              }
            : null,
      },
    }),
  }
}

/** What a price is for, in the unit that the product is ordered in. */
export function perOf(stated: string | null, { unit, minimum }: Pick<CatalogueItem, 'unit' | 'minimum'>) {
  const per = pricePer(stated, unit ?? minimum?.unit ?? null)
  return per === null ? null : Number(per)
}

/** At least two decimals, no zeros after them: 98.765000 → 98.765, 5.500000 → 5.50. */
export const trimmed = (price: string) => price.replace(/(\.\d\d\d*?)0*$/, '$1')
