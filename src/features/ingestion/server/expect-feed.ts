import type { Tx } from '../../../platform/server/database/tx.ts'
import type { IngestKind } from '../contract.ts'

/** As the owner: within how many hours a kind's next batch is expected; null: whenever it comes. */
export async function expectFeed(tx: Tx, kind: IngestKind, hours: number | null): Promise<void> {
  const row = { kind, expected_seconds: hours === null ? null : hours * 3600 }
  await tx
    .insertInto('feed_expectations')
    .values(row)
    .onConflict((known) => known.column('kind').doUpdateSet(row))
    .execute()
}
