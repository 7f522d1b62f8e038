import { sql } from 'kysely'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { Door } from '../door.ts'
import { applyBatch } from './apply-batch.ts'
import type { Ask, Ingested } from './ask.ts'
import { clearStage } from './clear-stage.ts'
import { findAnswer } from './find-answer.ts'
import { keepAnswer } from './keep-answer.ts'
import { planBatch } from './plan-batch.ts'
import { receive } from './receive.ts'

class DryRunEnds extends Error {
  readonly ingested: Ingested
  constructor(ingested: Ingested) {
    super('dry run')
    this.ingested = ingested
  }
}

/**
 * Brings a batch in, whole or not at all: batch record, data, versions, events, audit and answer commit together (D9).
 * Rows stream into the stage in short transactions, so that a slow sender holds no transaction number and delays nobody's
 * events. Throws ReadRefusal (the body cannot be read) or LandingRefusal; then nothing stays.
 */
export async function ingest<K extends Kind>(door: Door, ask: Ask<K>): Promise<Ingested> {
  let spilled: number | undefined
  const onSpill = (batch: number) => {
    spilled = batch
  }
  try {
    return await door.atLength(async (tx, upstream) => {
      await allowTime(tx)
      const known = await findAnswer(tx, upstream, ask)
      if (known) return known
      const reception = await receive(door, ask, onSpill)
      await sql`select portal.lock_ingest(${upstream.sourceId}, ${ask.kind})`.execute(tx)
      const batch = await reception.stageRest(tx)
      const plan = await planBatch(tx, upstream, batch, ask, reception)
      const touched = await applyBatch(tx, upstream, batch, ask.kind, plan)
      const ingested = await keepAnswer(tx, upstream, batch, ask, { reception, plan, touched })
      if (ask.dryRun) throw new DryRunEnds(ingested)
      return ingested
    })
  } catch (fault) {
    if (spilled !== undefined) await forget(door, spilled, ask.kind)
    if (fault instanceof DryRunEnds) return fault.ingested
    throw fault
  }
}

/** A body may take its time; the statements that land it may, too. Waiting for another batch is not a fault. */
async function allowTime(tx: Handle): Promise<void> {
  // Sent together: statements of one connection run in their order.
  await Promise.all([
    sql`set local idle_in_transaction_session_timeout = '70min'`.execute(tx),
    sql`set local statement_timeout = '30min'`.execute(tx),
    sql`set local lock_timeout = '10min'`.execute(tx),
    // The stage has no statistics, so what statements are thought to cost says nothing.
    sql`set local jit = off`.execute(tx),
  ])
}

async function forget(door: Door, batch: number, kind: Kind): Promise<void> {
  // The first fault is the one to tell; what stays behind is swept later.
  await door.briefly((tx) => clearStage(tx, batch, kind)).catch(() => {})
}
