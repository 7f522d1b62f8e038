import type { Position } from '../database/open-outbox.ts'

/** `Last-Event-ID` of a position: `xid-id`. */
export const formatPosition = ({ xid, id }: Position): string => `${xid}-${id}`

/** Reads one back; undefined when it is none of ours. */
export function parsePosition(text: string): Position | undefined {
  const [, xid, id] = /^(\d{1,16})-(\d{1,16})$/.exec(text) ?? []
  if (xid === undefined || id === undefined) return undefined
  const position = { xid: Number(xid), id: Number(id) }
  return Number.isSafeInteger(position.xid) && Number.isSafeInteger(position.id) ? position : undefined
}

/** Below zero: the first comes earlier. */
export const comparePositions = (one: Position, other: Position): number =>
  one.xid - other.xid || one.id - other.id
