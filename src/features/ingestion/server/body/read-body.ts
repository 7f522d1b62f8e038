import { createHash, type Hash } from 'node:crypto'
import type { Kind } from '../../domain/kinds/kinds.ts'
import { inPieces } from '../read/bytes.ts'
import { readRows } from '../read/read-rows.ts'
import type { ReadOptions } from '../read/reading.ts'
import { unpack } from '../read/unpack.ts'
import type { Body } from './body.ts'
import { makeReady } from './make-ready.ts'

/** Plain data, so that another thread can be told. */
export type BodyOptions = Omit<ReadOptions<Kind>, 'onBytes' | 'keepOpen'> & {
  replaces?: boolean | undefined
  /** What the fingerprint is taken of before the unpacked bytes; without it there is none. */
  fingerprintOf?: string | undefined
}

/** Reads an upload on this thread, in constant memory. It is to be closed. */
export function readBody(
  stream: AsyncIterable<Uint8Array>,
  { replaces = false, fingerprintOf, ...options }: BodyOptions,
): Body {
  const open = { ...options, keepOpen: true }
  if (fingerprintOf === undefined) return makeReady(options.kind, readRows(stream, open), { replaces })
  const hash = beginHash(fingerprintOf)
  const reading = readRows(stream, { ...open, onBytes: (bytes) => void hash.update(bytes) })
  return makeReady(options.kind, reading, { replaces, fingerprint: () => hash.copy().digest() })
}

/** Only the fingerprint of an upload, whose bytes are read to their end. Throws ReadRefusal where it cannot be unpacked. */
export async function fingerprintBody(
  stream: AsyncIterable<Uint8Array>,
  { gzip, fingerprintOf }: Pick<BodyOptions, 'gzip' | 'fingerprintOf'>,
): Promise<Uint8Array> {
  const hash = beginHash(fingerprintOf ?? '')
  for await (const piece of unpack(inPieces(stream), gzip === true)) hash.update(piece)
  return hash.digest()
}

const beginHash = (of: string): Hash => createHash('sha256').update(of).update('\n')
