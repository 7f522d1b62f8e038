import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import type { RowError } from '../../contract.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { Body, BodyEnd } from '../body/body.ts'
import type { IngestContext } from '../ingest-context.ts'
import { keepRejected } from '../rejected/keep-rejected.ts'
import { applyBatch } from './apply-batch.ts'
import type { Ask, Ingested } from './ask.ts'
import { clearStage } from './clear-stage.ts'
import { findAnswer } from './find-answer.ts'
import { answerFor, keepAnswer } from './keep-answer.ts'
import { errorsOf, keepRefusal, leavesBatch } from './keep-refusal.ts'
import { planBatch } from './plan-batch.ts'
import { nextBatch, receive } from './receive.ts'
import { knownOf, newReadings } from './remembered-readings.ts'
import { rememberReadings, sourceSettings } from './source-settings.ts'

/** From so many new rows on, what the database knows of its tables is soon wrong. */
const MANY = 1000

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
 * events. Throws ReadRefusal (the body cannot be read) or LandingRefusal; then nothing stays but the batch in the list.
 */
export async function ingest(context: IngestContext, ask: Ask): Promise<Ingested> {
  let spilled: number | undefined
  let body: Body | undefined
  let end: BodyEnd | undefined
  const keepRows = async (batch: number, errors: readonly RowError[]) => {
    if (!ask.seal || !body || !end || errors.length === 0) return
    // What became of the batch is the thing to tell; without its raw rows it stands all the same.
    await keepRejected(context, ask.seal, batch, errors, { body, end }).catch((fault) =>
      ask.warn('the raw rows of a batch were not kept', fault),
    )
  }
  const onSpill = (batch: number) => {
    spilled = batch
  }
  try {
    const ingested = await context.longTransaction(async (tx, upstream, atEnd) => {
      const [, answered, settings] = await Promise.all([
        allowTime(tx),
        findAnswer(tx, upstream, ask),
        sourceSettings(tx, upstream),
      ])
      if (answered) return answered
      body = ask.body(knownOf(settings, ask.kind))
      const reception = await receive(context, ask, body, onSpill)
      end = reception
      const batch = await takeTurn(tx, upstream, ask.kind, reception.batch)
      // From here on the others wait: as few times as can be is an answer awaited.
      const [, plan] = await Promise.all([
        reception.stageRest(tx, batch),
        planBatch(tx, upstream, batch, ask, reception),
      ])
      await rememberReadings(tx, upstream, newReadings(reception.reading, settings, ask.kind))
      const answer = answerFor(batch, ask, reception, plan)
      const landing = [
        ...applyBatch(upstream, batch, ask.kind, plan),
        ...keepAnswer(upstream, batch, ask, reception, answer),
      ]
      if (ask.dryRun) {
        for (const statement of landing) await statement.execute(tx)
        throw new DryRunEnds({ ...answer, replayed: false })
      }
      atEnd(...landing)
      return { ...answer, replayed: false }
    })
    if (ingested.replayed) return ingested
    if (ingested.answer.inserted >= MANY) await learnSizes(context, ask)
    await keepRows(ingested.answer.batchId, ingested.answer.errors)
    return ingested
  } catch (fault) {
    if (spilled !== undefined) await forget(context, spilled, ask)
    if (fault instanceof DryRunEnds) return fault.ingested
    if (leavesBatch(fault, ask)) {
      // The refusal is the one to tell, whether it could be kept or not.
      await keepRefusal(context, ask, fault, end?.received ?? 0).catch((why) =>
        ask.warn('a refused batch was not kept in the list', why),
      )
      if (fault.batchId !== undefined) await keepRows(fault.batchId, errorsOf(fault))
    }
    throw fault
  } finally {
    await body?.close()
  }
}

/** A body may take its time; the statements that land it may, too. Waiting for another batch is not a fault. */
async function allowTime(tx: Tx): Promise<void> {
  // Sent together: statements of one connection run in their order.
  await Promise.all([
    sql`set local idle_in_transaction_session_timeout = '70min'`.execute(tx),
    sql`set local statement_timeout = '30min'`.execute(tx),
    sql`set local lock_timeout = '10min'`.execute(tx),
    // The stage has no statistics, so what statements are thought to cost says nothing.
    sql`set local jit = off`.execute(tx),
  ])
}

/** Waits for the batches before it; only then is a number taken, because that gives the transaction one, too. */
async function takeTurn(
  tx: Tx,
  upstream: UpstreamActor,
  kind: Kind,
  batch: number | undefined,
): Promise<number> {
  const turn = sql`select portal.lock_ingest(${upstream.sourceId}, ${kind})`.execute(tx)
  const [, number] = await Promise.all([turn, batch ?? nextBatch(tx)])
  return number
}

async function learnSizes(context: IngestContext, { warn }: Ask): Promise<void> {
  // The batch is in. Without this, the database learns it by itself some minutes later.
  await context
    .shortTransaction((tx) => sql`select portal.learn_sizes()`.execute(tx))
    .catch((fault) => warn('tables were not analyzed after a batch', fault))
}

async function forget(context: IngestContext, batch: number, { kind, warn }: Ask): Promise<void> {
  // The first fault is the one to tell; what stays behind is swept later.
  await context
    .shortTransaction((tx) => clearStage(tx, batch, kind))
    .catch((fault) => warn('the stage of a batch was not cleared', fault))
}
