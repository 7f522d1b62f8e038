import { createHash } from 'node:crypto'
import type { Kind } from '../../domain/kinds/kinds.ts'
import { readRows } from '../read/read-rows.ts'
import type { ReadOptions } from '../read/reading.ts'
import type { Body } from './body.ts'
import { makeReady } from './make-ready.ts'

/** Plain data, so that another thread can be told. */
export type BodyOptions = Omit<ReadOptions<Kind>, 'onBytes'> & {
  replaces?: boolean | undefined
  /** What the fingerprint is taken of before the unpacked bytes; without it there is none. */
  fingerprintOf?: string | undefined
}

/** Reads an upload on this thread, in constant memory. */
export function readBody(
  stream: AsyncIterable<Uint8Array>,
  { replaces = false, fingerprintOf, ...options }: BodyOptions,
): Body {
  if (fingerprintOf === undefined) return makeReady(options.kind, readRows(stream, options), { replaces })
  const hash = createHash('sha256').update(fingerprintOf).update('\n')
  const reading = readRows(stream, { ...options, onBytes: (bytes) => void hash.update(bytes) })
  return makeReady(options.kind, reading, { replaces, fingerprint: () => hash.copy().digest() })
}
