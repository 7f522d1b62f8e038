import fs from 'node:fs'
import path from 'node:path'
import { openFiles } from '../../../platform/server/files/open-files.ts'
import { createDocumentFiles } from './document-files.ts'
import { createPartialFiles } from './receive/partial-files.ts'
import type { Receiver } from './receive/receive-file.ts'

/** Where documents arrive, are kept and are opened: below DATA_DIR, or at FILES_URL. */
export function openLibrary({ dataDir, filesUrl }: { dataDir: string; filesUrl?: string | undefined }) {
  const incoming = path.join(dataDir, 'files', 'incoming')
  fs.mkdirSync(incoming, { recursive: true, mode: 0o700 })
  const documents = createDocumentFiles(openFiles(filesUrl, path.join(dataDir, 'files', 'documents')))
  const partial = createPartialFiles(path.join(dataDir, 'files', 'uploads'))
  const receiver: Receiver = { incoming, partial, files: documents.files }
  return { documents, receiver }
}
export type Library = ReturnType<typeof openLibrary>
