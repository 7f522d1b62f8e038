import { createHash } from 'node:crypto'

/** 256 bits. */
const MODULUS = 1n << 256n

/**
 * Counts rows and adds up their SHA-256, whatever order they come in: a table that was filled anew gives them in another one.
 */
export function createRowChecksum() {
  let rows = 0
  let sum = 0n
  return {
    add(row: Uint8Array): void {
      rows++
      sum += BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)
    },
    result: () => ({ rows, checksum: (sum % MODULUS).toString(16).padStart(64, '0') }),
  }
}
