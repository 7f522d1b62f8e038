import type { UpstreamActor } from '../../../platform/server/database/context.ts'
import type { Database, Work } from '../../../platform/server/database/open-database.ts'

/** The transactions of a batch, opened for an API key or, on the command line, for a source. */
export type IngestContext = {
  /** For a part of a batch. */
  shortTransaction<T>(work: Work<UpstreamActor, T>): Promise<T>
  /** For landing the batch: it may last as long as its body takes. */
  longTransaction<T>(work: Work<UpstreamActor, T>): Promise<T>
}

export const apiKeyContext = (database: Database, keyHash: Buffer): IngestContext => ({
  shortTransaction: (work) => database.withKey(keyHash, work, { pace: 'batch' }),
  longTransaction: (work) => database.withKey(keyHash, work, { pace: 'lasting' }),
})

/** Connected as the owner. */
export const importContext = (database: Database, source: string): IngestContext => ({
  shortTransaction: (work) => database.withImport(source, work),
  longTransaction: (work) => database.withImport(source, work, 'lasting'),
})
