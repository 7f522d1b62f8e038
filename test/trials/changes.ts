import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import zlib from 'node:zlib'
import fc from 'fast-check'
import { SEED } from '../support/seed.ts'
import type { TrialRecord } from '../support/trial-sales.ts'

/** Sixty records that the seed chooses: most are corrected, and move to another client, the others deleted. */
export function changesOf(records: readonly TrialRecord[], clients: readonly string[]) {
  const places = fc.uniqueArray(fc.nat(records.length - 1), { minLength: 60, maxLength: 60 })
  const chosen = fc.sample(places, { numRuns: 1, seed: SEED })[0] as number[]
  const corrected = new Map(
    chosen.slice(0, 40).map((at): [number, TrialRecord] => {
      const client = clients[at % clients.length] as string
      return [at, { ...records[at], 'Qty Sold': '7', Amount: '7.77', 'Client Code': client }]
    }),
  )
  const deleted = new Set(chosen.slice(40))
  return {
    corrections: [...corrected.values()],
    /** How many of them another client gets. */
    moved: [...corrected].filter(([at, one]) => records[at]?.['Client Code'] !== one['Client Code']).length,
    deletions: [...deleted].map((at) => records[at] as TrialRecord),
    /** All records afterwards. */
    changed: records.flatMap((record, at) => (deleted.has(at) ? [] : [corrected.get(at) ?? record])),
  }
}

/** As NDJSON, packed piece by piece: the portal is in this process, and its connections do not outlive a long silence. */
export function packed(records: readonly object[]): Promise<Buffer> {
  function* pieces() {
    for (let at = 0; at < records.length; at += 1000)
      yield `${records
        .slice(at, at + 1000)
        .map((record) => JSON.stringify(record))
        .join('\n')}\n`
  }
  return buffer(Readable.from(pieces()).pipe(zlib.createGzip()))
}
