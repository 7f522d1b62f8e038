import type { UpstreamActor } from '../../../platform/server/database/context.ts'
import type { Database, Work } from '../../../platform/server/database/open-database.ts'

/** How a batch reaches the data: in the name of a key, or of a source for the command line. */
export type Door = {
  /** A short transaction: a piece of a batch. */
  briefly<T>(work: Work<UpstreamActor, T>): Promise<T>
  /** The transaction that lands a batch: it may last as long as the body. */
  atLength<T>(work: Work<UpstreamActor, T>): Promise<T>
}

export const keyDoor = (database: Database, keyHash: Buffer): Door => ({
  briefly: (work) => database.withKey(keyHash, work, { pace: 'batch' }),
  atLength: (work) => database.withKey(keyHash, work, { pace: 'lasting' }),
})

/** Connected as the owner. */
export const importDoor = (database: Database, source: string): Door => ({
  briefly: (work) => database.withImport(source, work),
  atLength: (work) => database.withImport(source, work, 'lasting'),
})
