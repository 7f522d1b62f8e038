import { createHash, randomBytes } from 'node:crypto'

/** A key of an upstream system, to be shown once, and its hash, which is all that is kept. */
export function newIngestKey(): { key: string; hash: Buffer } {
  const key = `llk_${randomBytes(32).toString('base64url')}`
  return { key, hash: createHash('sha256').update(key).digest() }
}
