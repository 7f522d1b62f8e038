import { buffer } from 'node:stream/consumers'
import type { Database } from '../../../../platform/server/database/open-database.ts'
import type { Log } from '../../../../platform/server/log.ts'
import type { DocumentFiles } from '../document-files.ts'
import { createTextReader } from './text-reader.ts'

const LOOK_EVERY_MS = 2000

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
        let file = stopped ? null : await database.claimDocumentText();
        file !== null;
        file = stopped ? null : await database.claimDocumentText()
      ) {
        const { checksum } = file
        try {
          const { state, pages } = await reader.read(await buffer(await documents.open(file)))
          if (stopped) await database.leaveDocumentText(checksum)
          else await database.keepDocumentText(checksum, state, pages)
        } catch (fault) {
          // Its lease ends; another attempt comes by itself.
          log.warn({ fault: String(fault) }, 'the text of a document was not read')
        }
      }
    } catch (fault) {
      log.warn({ fault: String(fault) }, 'reading the text of documents waits')
    }
  }

  look(0)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await reader.end()
      await working
    },
  }
}
