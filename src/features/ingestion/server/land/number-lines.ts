import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { KEY_SEPARATOR } from '../../domain/kinds/kind.ts'
import { MOST_ERRORS } from '../../domain/max-errors.ts'
import type { Ask } from './ask.ts'
import type { Plan } from './plan.ts'
import { LandingRefusal } from './refusal.ts'

type Partial = { parent: string; standing: number; brought: number; row: number; line: number | null }

/**
 * Gives the lines of a batch their numbers within their parents (portal.number_ingest), and notes in the plan what goes by it.
 * Throws LandingRefusal where a parent stands with other content and the batch does not say that it has all of it.
 */
export async function numberLines(
  tx: Tx,
  upstream: UpstreamActor,
  batch: number,
  { kind, complete }: Ask,
  plan: Plan,
): Promise<void> {
  const [numbered, keys] = await Promise.all([
    sql<{ removed: number; emptied: number; partial: number; parents: Partial[] | null }>`
      select removed, emptied, partial, parents
        from portal.number_ingest(${batch}::bigint, ${kind}, ${upstream.sourceId}::smallint)`.execute(tx),
    sql<{ row: number; key: string }>`
      select p.row_no as row, p.key from portal.ingest_plan p
       where p.batch = ${batch}::bigint and p.act = 'unread' and p.parent is not null order by 1 limit ${MOST_ERRORS}`.execute(
      tx,
    ),
  ])
  const { removed, emptied, partial, parents } = numbered.rows[0] as (typeof numbered.rows)[number]
  if (partial > 0 && !complete)
    throw new LandingRefusal(
      'parent_incomplete',
      `${partial} ${partial === 1 ? 'parent stands' : 'parents stand'} already with other lines: complete=true says that all of them came.`,
      {
        figures: { parents: partial },
        errors: (parents ?? []).map(({ parent, standing, brought, row, line }) => ({
          row,
          ...(line !== null && { line }),
          key: parent,
          field: null,
          code: 'parent_incomplete',
          message: `${parent.replaceAll(KEY_SEPARATOR, ' ')} stands with ${standing} lines; ${brought} came.`,
        })),
      },
    )
  plan.removed += removed
  plan.emptied = emptied
  plan.keys = new Map(keys.rows.map(({ row, key }) => [row, key]))
}
