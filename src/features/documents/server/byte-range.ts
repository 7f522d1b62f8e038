import type { Range } from '../../../platform/server/files/stored-file.ts'

/**
 * What a Range header asks of a file of this size: one range, or null for the whole (no header, one that is not understood,
 * several ranges), or 'outside' where there is nothing to give (RFC 9110, 14.2).
 */
export function byteRange(header: string | undefined, size: number): Range | null | 'outside' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const last = Math.min(Number(to), size)
    return last === 0 ? 'outside' : { start: size - last, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return null
  return start >= size ? 'outside' : { start, end }
}
