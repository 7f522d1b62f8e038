import type { Answer, Json } from '../../support/client.ts'
import type { World } from './world.ts'

type Sender = { ask(request: { method: string; path: string; body: unknown }): Promise<Answer<Json>> }

/** Batches of a key of upstream, for others to ask for: one that is clean, and one whose only row was rejected. */
export async function sendBatches(world: World, upstream: Sender): Promise<number[]> {
  const batch = await upstream.ask({ method: 'POST', path: '/api/v1/ingest/customers', body: [] })
  if (batch.status !== 200) throw new Error(`the first batch answered ${batch.status} ${batch.body.code}`)
  world.batch = batch.body.batchId
  const faulty = await upstream.ask({
    method: 'POST',
    path: '/api/v1/ingest/customers',
    body: [{ 'Client Name': '', Address: 'as it was sent' }],
  })
  if (faulty.body.rejected !== 1) throw new Error(`the faulty batch answered ${faulty.status}`)
  world.faultyBatch = faulty.body.batchId
  // As batches were kept that landed before marks were decided by evidence.
  await world.superuser.query(
    `update ingest_batches set result = jsonb_set(result, '{warnings}',
       '[{"field": "Address", "code": "group_mark_assumed", "message": "", "count": 1, "firstRow": 1}]') where id = $1`,
    [world.batch],
  )
  return [world.batch, world.faultyBatch]
}
