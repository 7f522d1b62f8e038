import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'

/** In bytes, where nothing else was set for a company or a person. */
export type StorageDefaults = { company: number; person: number }

/** A file on its way: what it is called, of its sender's alone, how large it gets, and how long it is counted if nothing comes. */
export type Upload = { name: string; bytes: number; keptMs: number }

/** Counts a file before the first of its bytes is stored. @throws 413 with the figures where it does not fit */
export async function reserveUpload(
  tx: Tx,
  { name, bytes, keptMs }: Upload,
  defaults: StorageDefaults,
): Promise<void> {
  const { rows } = await sql<{ quota_of: 'company' | 'person' | null; used: number; quota: number }>`
    select * from portal.reserve_upload(${name}, ${bytes}::bigint, ${keptMs} * interval '1 millisecond',
      ${defaults.company}::bigint, ${defaults.person}::bigint)`.execute(tx)
  const [told] = rows
  if (!told?.quota_of) return
  const figures = { used: told.used, limit: told.quota, sent: bytes }
  throw refuse(413, 'quota_exceeded', {
    values: Object.fromEntries(Object.entries(figures).map(([key, bytes]) => [key, { bytes }])),
    figures: { ...figures, of: told.quota_of },
  })
}

/** In the transaction that makes the file known: what was counted on its way is counted as this file. */
export async function keepUpload(
  tx: Tx,
  name: string,
  { key, size }: { key: string; size: number },
): Promise<void> {
  await sql`select portal.keep_upload(${name}, ${key}, ${size}::bigint)`.execute(tx)
}

/** Nothing came of it. What is kept stays counted. */
export async function releaseUpload(tx: Tx, name: string): Promise<void> {
  await sql`select portal.release_upload(${name})`.execute(tx)
}

/** As the owner: what was on its way and never came is forgotten. */
export async function sweepUploads(tx: Tx): Promise<void> {
  await sql`delete from portal.uploads where expires_at < clock_timestamp()`.execute(tx)
}
