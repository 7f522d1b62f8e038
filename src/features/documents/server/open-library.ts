import { filePlaces, isBucket, openFiles } from '../../../platform/server/files/open-files.ts'
import { makePlace } from '../../../platform/server/files/stored-file.ts'
import { openScanner } from '../../../platform/server/scan/open-scanner.ts'
import type { StorageDefaults } from '../../storage/server/published.ts'
import { createDocumentFiles } from './document-files.ts'
import { createPartialFiles } from './receive/partial-files.ts'
import { createPartialObjects } from './receive/partial-objects.ts'
import type { Receiver } from './receive/receive-file.ts'
import { createShownFiles } from './shown/shown-files.ts'

type Place = {
  dataDir: string
  filesUrl?: string | undefined
  scanUrl?: string | undefined
  scanCommand?: string | undefined
  /** Absent: nothing is taken in from people. */
  storage?: StorageDefaults
}

const NOTHING: StorageDefaults = { company: 0, person: 0 }

/** Where documents arrive, are kept and are opened: below DATA_DIR, or at FILES_URL; and who looks at them before they are offered. */
export function openLibrary({ dataDir, filesUrl, scanUrl, scanCommand, storage = NOTHING }: Place) {
  const places = filePlaces({ dataDir, filesUrl })
  const { incoming, uploads } = places
  makePlace(incoming)
  const documents = createDocumentFiles(openFiles(places.documents))
  const partial = isBucket(uploads) ? createPartialObjects(uploads, incoming) : createPartialFiles(uploads)
  const scanner = openScanner({ scanUrl, scanCommand })
  const receiver: Receiver = {
    ...{ incoming, partial, files: documents.files },
    scans: scanner !== undefined,
    storage,
  }
  return { documents, receiver, scanner, shown: createShownFiles(documents) }
}
export type Library = ReturnType<typeof openLibrary>
