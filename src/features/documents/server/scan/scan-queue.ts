import type { Database } from '../../../../platform/server/database/open-database.ts'
import type { Log } from '../../../../platform/server/log.ts'
import type { Scanner } from '../../../../platform/server/scan/open-scanner.ts'
import type { DocumentFiles } from '../document-files.ts'

const LOOK_EVERY_MS = 300

type Parts = { database: Database; documents: DocumentFiles; scanner: Scanner | undefined; log: Log }

/** Has what was uploaded scanned, one file after the other; several servers share the work. Without a scanner there is nothing to do. */
export function startScanQueue({ database, documents, scanner, log }: Parts) {
  if (!scanner) return { stop: async () => {} }
  const ask = scanner
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined

  const look = (inMs: number) => {
    timer = setTimeout(() => {
      working = work().then(() => {
        if (!stopped) look(LOOK_EVERY_MS)
      })
    }, inMs)
    timer.unref()
  }

  async function work(): Promise<void> {
    try {
      for (
        let file = stopped ? null : await database.claimDocumentScan();
        file !== null;
        file = stopped ? null : await database.claimDocumentScan()
      ) {
        const verdict = await documents
          .open(file)
          .then(ask)
          .catch((fault: unknown) => {
            log.warn({ fault: String(fault) }, 'a document was not scanned')
            return 'failed' as const
          })
        if (verdict === 'infected')
          log.error({ checksum: file.checksum.toString('hex') }, 'a document is infected')
        await database.keepDocumentScan(file.checksum, verdict)
      }
    } catch (fault) {
      log.warn({ fault: String(fault) }, 'scanning documents waits')
    }
  }

  look(0)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await working
    },
  }
}
