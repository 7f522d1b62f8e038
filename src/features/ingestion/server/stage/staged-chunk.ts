import type { Chunk } from '../body/body.ts'

/**
 * What a chunk says beside its rows, each optional. `lines`: an int[] literal, the line of the file that each staged row begins in.
 * `parents`: a text[] literal; a row with a parent is a line whose key is given to it here (portal.number_ingest): its parent, the
 * parts joined by U+001F, then its number. Its own key says nothing then; its content must hold no number of it. `unreadLines`
 * are the rejected rows of such parents: they keep a number, and what stands at it.
 */
export type StagedChunk = Chunk & {
  lines?: string | undefined
  parents?: string | undefined
  unreadLines?: readonly UnreadLine[] | undefined
}

export type UnreadLine = { row: number; line: number | null; parent: string }
