import { buffer } from 'node:stream/consumers'
import type { Database } from '../../../../platform/server/database/open-database.ts'
import type { Log } from '../../../../platform/server/log.ts'
import { runQueueWorker } from '../../../../platform/server/queue-worker.ts'
import type { DocumentFiles } from '../document-files.ts'
import { createTextReader } from './text-reader.ts'

const POLL_INTERVAL_MS = 2000

/** Reads the text of what was uploaded, one file after the other; several servers share the work. */
export function startTextQueue({
  database,
  documents,
  log,
}: {
  database: Database
  documents: DocumentFiles
  log: Log
}) {
  const reader = createTextReader()
  const worker = runQueueWorker({
    pollIntervalMs: POLL_INTERVAL_MS,
    claim: () => database.claimDocumentText(),
    onUnavailable: (fault) => log.warn({ fault: String(fault) }, 'reading the text of documents waits'),
    async work(file, stopping) {
      const { checksum } = file
      try {
        const { state, pages } = await reader.read(await buffer(await documents.open(file)))
        if (stopping()) await database.leaveDocumentText(checksum)
        else await database.keepDocumentText(checksum, state, pages)
      } catch (fault) {
        // Its lease ends; another attempt comes by itself.
        log.warn({ fault: String(fault) }, 'the text of a document was not read')
      }
    },
  })
  return { stop: () => worker.stop(() => reader.end()) }
}
