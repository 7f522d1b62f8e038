import type { Database } from '../../../../platform/server/database/open-database.ts'
import type { Log } from '../../../../platform/server/log.ts'
import { runQueueWorker } from '../../../../platform/server/queue-worker.ts'
import type { Scanner } from '../../../../platform/server/scan/open-scanner.ts'
import type { DocumentFiles } from '../document-files.ts'

const POLL_INTERVAL_MS = 300

type Parts = { database: Database; documents: DocumentFiles; scanner: Scanner | undefined; log: Log }

/**
 * Has what was uploaded scanned, one file after the other, also what was there before the scanner; several servers share the
 * work. Without a scanner there is nothing to do.
 */
export function startScanQueue({ database, documents, scanner, log }: Parts) {
  if (!scanner) return { stop: async () => {} }
  let all = false
  /** Once, before the first. */
  const queueAll = async () => {
    if (all) return
    const waiting = await database.queueUnscanned()
    if (waiting > 0) log.info({ files: waiting }, 'files from before the scanner wait to be scanned')
    all = true
  }
  return runQueueWorker({
    pollIntervalMs: POLL_INTERVAL_MS,
    claim: async () => {
      await queueAll()
      return database.claimDocumentScan()
    },
    onUnavailable: (fault) => log.warn({ fault: String(fault) }, 'scanning documents waits'),
    async work(file) {
      const verdict = await documents
        .open(file)
        .then(scanner)
        .catch((fault: unknown) => {
          log.warn({ fault: String(fault) }, 'a document was not scanned')
          return 'failed' as const
        })
      if (verdict === 'infected')
        log.error({ checksum: file.checksum.toString('hex') }, 'a document is infected')
      await database.keepDocumentScan(file.checksum, verdict)
    },
  })
}
