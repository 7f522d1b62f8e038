import type { Database } from '../../../platform/server/database/open-database.ts'
import type { IngestAnswer } from '../contract.ts'
import type { ImportMapping } from '../domain/import-mapping.ts'
import type { Kind } from '../domain/kinds/kinds.ts'
import { readBody } from './body/read-body.ts'
import { importContext } from './ingest-context.ts'
import { type Ask, raise } from './land/ask.ts'
import { ingest } from './land/ingest.ts'
import type { RowSeal } from './rejected/row-seal.ts'

export type ImportedFile = {
  kind: Kind
  body: AsyncIterable<Uint8Array>
  source: string
  mapping?: ImportMapping
  dryRun?: boolean
  /** Whether the file has all lines of the parents that it names, where their lines are numbered; true unless said otherwise. */
  complete?: boolean
  /** The conditions of a push. */
  ask?: Pick<Ask, 'atomic' | 'replace' | 'confirm' | 'duplicates' | 'controls'>
  /** As asked, for the record of the batch. */
  options?: Record<string, string>
  /** Keeps rejected rows. */
  seal?: RowSeal
  /** Without it, what is left undone beside the batch is thrown. */
  warn?: Ask['warn']
  onProgress?: (rows: number) => void
}

/**
 * Brings a file in as the operator (`database` is connected as the owner), through the same code as a key's batch.
 * Throws ReadRefusal or LandingRefusal when nothing of it could be taken in.
 */
export async function importFile(database: Database, file: ImportedFile): Promise<IngestAnswer> {
  const { kind, source, mapping, dryRun, seal, warn = raise, ask = {}, options = {}, onProgress } = file
  const complete = file.complete ?? mapping?.complete ?? true
  const replaces = ask.replace !== undefined
  const context = importContext(database, source)
  await context.shortTransaction(async () => {}) // a new source is there before the transactions that run side by side
  const { answer } = await ingest(context, {
    kind,
    body: (known) => readBody(file.body, { kind, mapping, known, replaces }),
    ...ask,
    options: { source, ...options, ...(dryRun && { dryRun }), ...(!complete && { complete }) },
    dryRun,
    complete,
    seal,
    warn,
    onProgress,
  })
  return answer
}
