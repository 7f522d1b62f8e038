import { sql } from 'kysely'
import type { ModuleId, Permission } from '../../../platform/contract/permissions.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Feed } from '../contract.ts'

type State = {
  kind: string
  topic: string
  module: ModuleId
  last_batch_at: string
  expected_seconds: number | null
}

/** The feeds of what the asker may read (A8); those without a screen are for who looks after ingestion. */
export async function listFeeds(tx: Tx, actor: Actor): Promise<{ items: Feed[] }> {
  const { rows } = await sql<State>`select * from portal.feed_states()`.execute(tx)
  const items = rows
    .filter((state) => mayRead(actor, state))
    .map(({ kind, last_batch_at, expected_seconds }) => ({
      kind,
      asOf: last_batch_at,
      expectedEvery: expected_seconds,
    }))
  return { items }
}

function mayRead(actor: Actor, { topic, module }: State): boolean {
  if (topic === 'customers') return may(actor, 'ingestion.read')
  return may(actor, `${topic}.read` as Permission) && !actor.hiddenModules.includes(module)
}
