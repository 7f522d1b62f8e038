import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { refuseUnlessAllowed } from '../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import { bytesOf } from '../../../platform/server/export/answer-table-file.ts'
import type { Batches } from '../../../platform/server/export/column.ts'
import type { FileStore } from '../../../platform/server/files/stored-file.ts'
import type { ServerLanguage } from '../../../platform/server/http/server-messages.ts'
import { recordsOf } from '../../../platform/server/records/write-records.ts'
import { type ExportKinds, kindOf } from './export-kinds.ts'
import { changeOwnJob, ownJobs } from './own-jobs.ts'

/** The job was cancelled, or another server took it. */
export class NoLongerMine extends Error {}

const BEAT_MS = 1000

/**
 * Makes the file of a job in one moment of the data, as the asker with their present rights, on record before its first
 * byte. Tells how far it is every second; that also shows whether it was cancelled, and keeps the lease.
 */
export async function runExport(
  {
    database,
    files,
    kinds,
    stopping,
  }: { database: Database; files: FileStore; kinds: ExportKinds; stopping: () => void },
  id: number,
  ticket: string,
): Promise<void> {
  let attempt = 0
  const mine = (tx: Tx, actor: Actor) =>
    changeOwnJob(tx, actor, id).where('state', '=', 'running').where('attempts', '=', attempt)
  const beat = (values: { written: number; total?: number }) =>
    database.withJob(
      ticket,
      async (tx, actor) => {
        const lease = { ...values, leased_until: sql<string>`clock_timestamp() + interval '30 s'` }
        const kept = mine(tx, actor).set(lease).returning('id')
        if (!(await kept.executeTakeFirst())) throw new NoLongerMine()
      },
      'read write',
    )

  await database.withJob(
    ticket,
    async (tx, actor) => {
      const job = await ownJobs(tx, actor).where('id', '=', id).executeTakeFirst()
      if (!job) throw refuse(404, 'not_found')
      const { meta, input, open } = kindOf(kinds, job)
      refuseUnlessAllowed(meta, actor, undefined)
      await sql`set local statement_timeout = '60s'`.execute(tx)
      await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(tx)
      attempt = job.attempts
      const language = job.language as ServerLanguage
      const file = await open({ tx, actor, input: parseInput(input, job.input), language })
      await beat({ written: 0, total: file.rows })
      await database.withJob(
        ticket,
        async (_tx, _actor, atEnd) =>
          atEnd(...recordsOf(actor, meta.audit as string, [file.act], { traceId: `export-${id}` })),
        'read write',
      )
      let told = performance.now()
      let written = 0
      const counted = async function* <Row>(batches: Batches<Row>) {
        for await (const rows of batches) {
          yield rows
          stopping()
          written += rows.length
          if (performance.now() - told < BEAT_MS) continue
          await beat({ written })
          told = performance.now()
        }
      }
      const more = file.more?.map((table) => ({ ...table, batches: counted(table.batches) }))
      const kept = await files.keep(
        bytesOf({ ...file, batches: counted(file.batches), ...(more && { more }) }),
      )
      await finish(kept, `${file.name}.${file.format}`, written).catch(async (fault: unknown) => {
        await files.remove(kept.key)
        throw fault
      })
    },
    'snapshot',
    'lasting',
  )

  function finish(
    { key, size, checksum }: { key: string; size: number; checksum: Buffer },
    name: string,
    written: number,
  ) {
    return database.withJob(
      ticket,
      async (tx, actor) => {
        const done = await mine(tx, actor)
          .set({
            state: 'done',
            written,
            file_key: key,
            file_name: name,
            size,
            checksum,
            leased_until: null,
            finished_at: sql`now()`,
          })
          .returning('id')
          .executeTakeFirst()
        if (!done) throw new NoLongerMine()
      },
      'read write',
    )
  }
}
