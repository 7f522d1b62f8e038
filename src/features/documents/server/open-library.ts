import fs from 'node:fs'
import path from 'node:path'
import { openFiles } from '../../../platform/server/files/open-files.ts'
import { openScanner } from '../../../platform/server/scan/open-scanner.ts'
import { createDocumentFiles } from './document-files.ts'
import { createPartialFiles } from './receive/partial-files.ts'
import type { Receiver } from './receive/receive-file.ts'

type Place = {
  dataDir: string
  filesUrl?: string | undefined
  scanUrl?: string | undefined
  scanCommand?: string | undefined
}

/** Where documents arrive, are kept and are opened: below DATA_DIR, or at FILES_URL; and who looks at them before they are offered. */
export function openLibrary({ dataDir, filesUrl, scanUrl, scanCommand }: Place) {
  const incoming = path.join(dataDir, 'files', 'incoming')
  fs.mkdirSync(incoming, { recursive: true, mode: 0o700 })
  const documents = createDocumentFiles(openFiles(filesUrl, path.join(dataDir, 'files', 'documents')))
  const partial = createPartialFiles(path.join(dataDir, 'files', 'uploads'))
  const scanner = openScanner({ scanUrl, scanCommand })
  const receiver: Receiver = {
    ...{ incoming, partial, files: documents.files },
    scans: scanner !== undefined,
  }
  return { documents, receiver, scanner }
}
export type Library = ReturnType<typeof openLibrary>
