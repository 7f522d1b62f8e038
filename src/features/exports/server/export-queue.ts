import { NoSession } from '../../../platform/server/database/context.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import { fromDatabase } from '../../../platform/server/endpoint/fault.ts'
import type { FileStore } from '../../../platform/server/files/stored-file.ts'
import type { Log } from '../../../platform/server/log.ts'
import type { ExportKinds } from './export-kinds.ts'
import { NoLongerMine, runExport } from './run-export.ts'
import type { Tickets } from './tickets.ts'

const POLL_INTERVAL_MS = 2000
const SOON_MS = 100

class Stopping extends Error {}

export type ExportQueue = ReturnType<typeof startExportQueue>

/** Runs exports one after the other, of whichever server they were asked for; several servers share the work. */
export function startExportQueue(parts: {
  database: Database
  files: FileStore
  tickets: Tickets
  log: Log
  kinds: ExportKinds
}) {
  const { database, tickets, log } = parts
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined

  const stopping = () => {
    if (stopped) throw new Stopping()
  }
  const look = (inMs = SOON_MS) => {
    if (stopped || working) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      working = work().finally(() => {
        working = undefined
        look(POLL_INTERVAL_MS)
      })
    }, inMs)
    timer.unref()
  }

  async function work(): Promise<void> {
    try {
      for (
        let id = await database.claimExportJob();
        id !== null && !stopped;
        id = await database.claimExportJob()
      )
        await run(id)
    } catch (fault) {
      // The database is away for a while: the next look finds what waits.
      log.warn({ fault: String(fault) }, 'exports wait')
    }
  }

  async function run(id: number): Promise<void> {
    const ticket = tickets.of(id)
    try {
      await runExport({ ...parts, stopping }, id, ticket)
    } catch (fault) {
      if (fault instanceof NoLongerMine) return
      const problem = problemOf(fault)
      if (!(fault instanceof Stopping))
        log.warn({ export: id, problem, fault: String(fault) }, 'export failed')
      await database.endExportJob(ticket, problem, fault instanceof Stopping)
    }
  }

  look()
  return {
    tickets,
    kinds: parts.kinds,
    /** Something may have come. */
    look: () => look(),
    /** What runs goes back into the line, for another server or the next start. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await working
    },
  }
}

/** The code that the asker reads. */
function problemOf(fault: unknown): string {
  if (fault instanceof NoSession) return 'no_session'
  const { data } = fromDatabase(fault) as { data?: { code?: string } }
  return data?.code ?? ((fault as { code?: string }).code === 'ENOSPC' ? 'disk_full' : 'internal')
}
