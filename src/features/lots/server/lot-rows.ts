import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Lot, LotState } from '../contract.ts'

type Row = Omit<Lot, 'names'> & { nameFr: string | null; nameDe: string | null; nameEs: string | null }

/** Lots with their product and how many of their tests there are; the asker's policies decide of which. */
export const lotRows = (tx: Tx) =>
  tx
    .selectFrom('lots as x')
    .leftJoin('products as p', (join) =>
      join.onRef('p.source_id', '=', 'x.source_id').onRef('p.item_no', '=', 'x.item_no'),
    )
    .innerJoinLateral(
      sql<{
        tests: number
        failed: number
        open: number
      }>`portal.lot_findings(x.source_id, x.lot_no, x.item_no)`.as('found'),
      (join) => join.onTrue(),
    )
    .select([
      'x.id',
      'x.lot_no as lotNo',
      sql<string>`portal.lot_address(x.id, x.lot_no)`.as('address'),
      'x.item_no as itemNo',
      sql<string | null>`coalesce(p.name, (select l.item_name from portal.order_lines l
        where l.source_id = x.source_id and l.lot = x.lot_no and l.lot_item = x.item_no limit 1))`.as(
        'productName',
      ),
      'p.name_fr as nameFr',
      'p.name_de as nameDe',
      'p.name_es as nameEs',
      'x.manufactured_on as manufacturedOn',
      'x.expires_on as expiresOn',
      sql<LotState>`portal.lot_state(x.state, x.expires_on, (select portal.today()))`.as('state'),
      'found.tests',
      'found.failed as outOfSpecification',
      'found.open',
    ])

export const toLot = ({ nameFr, nameDe, nameEs, ...row }: Row): Lot => ({
  ...row,
  names: { 'fr-CA': nameFr, de: nameDe, es: nameEs },
})
