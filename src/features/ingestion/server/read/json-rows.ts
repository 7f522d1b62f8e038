import { arrangeObject, type KeyTable } from './json-object.ts'
import { LONGEST_ROW, type RawRecord, RecordFault, type RecordReader, rowTooLarge } from './raw-record.ts'

/** Rows are flat; this only bounds what a hostile one may cost. */
const DEEPEST = 32

type Expecting = 'array' | 'first' | 'row' | 'comma' | 'nothing'

/**
 * Reads the rows of one JSON array without ever holding more than one: it looks for the end of each element, then
 * parses that text. Where the JSON is malformed nobody knows where the next row begins, so it ends there.
 */
export function createJsonReader(keys: KeyTable): RecordReader {
  let buffer = ''
  let at = 0
  let expecting: Expecting = 'array'
  let start = -1
  let depth = 0
  let inString = false
  let tooDeep = false
  let dropped = false

  let line = 1
  let counted = 0

  /** The line of a place in the buffer; asked for places one behind the other. */
  function lineAt(place: number): number {
    for (let next = buffer.indexOf('\n', counted); next !== -1 && next < place; ) {
      line += 1
      counted = next + 1
      next = buffer.indexOf('\n', counted)
    }
    counted = Math.max(counted, place)
    return line
  }

  const malformed = (why: string) =>
    new RecordFault(
      'invalid_json',
      `The JSON is malformed here: ${why}; nothing after it was read.`,
      true,
      lineAt(start === -1 ? at : start),
    )

  function parseElement(text: string): RawRecord {
    if (dropped || text.length > LONGEST_ROW) return rowTooLarge().at(lineAt(start))
    if (tooDeep)
      return new RecordFault(
        'too_deep',
        `The row is nested more than ${DEEPEST} levels deep.`,
        false,
        lineAt(start),
      )
    try {
      return arrangeObject(JSON.parse(text), keys, lineAt(start))
    } catch {
      return malformed('this row is not valid JSON')
    }
  }

  /** Moves `at` behind the element that begins at `start`; false when its end has not come. */
  function findEnd(): boolean {
    for (; at < buffer.length; at++) {
      const code = buffer.charCodeAt(at)
      if (inString) {
        if (code === BACKSLASH) at += 1
        else if (code === QUOTE) {
          inString = false
          if (depth === 0) return ended()
        }
      } else if (code === QUOTE) inString = true
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        depth += 1
        if (depth > DEEPEST) tooDeep = true
      } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        if (depth === 0) return true
        depth -= 1
        if (depth === 0) return ended()
      } else if (depth === 0 && (code === COMMA || isSpace(code))) return true
    }
    return false
  }

  function ended(): true {
    at += 1
    return true
  }

  /** One step over the text between elements; a fault ends the reading. */
  function step(code: number): RecordFault | undefined {
    if (isSpace(code)) at += 1
    else if (expecting === 'array' && code === OPEN_ARRAY) {
      expecting = 'first'
      at += 1
    } else if (code === CLOSE_ARRAY && (expecting === 'first' || expecting === 'comma')) {
      expecting = 'nothing'
      at += 1
    } else if (code === COMMA && expecting === 'comma') {
      expecting = 'row'
      at += 1
    } else if (code !== COMMA && code !== CLOSE_ARRAY && (expecting === 'first' || expecting === 'row')) {
      start = at
      tooDeep = false
      dropped = false
    } else return malformed(`unexpected ${JSON.stringify(String.fromCharCode(code))}`)
    return undefined
  }

  return {
    read(text, isEnd) {
      const records: RawRecord[] = []
      buffer += text
      while (at < buffer.length) {
        if (start === -1) {
          const fault = step(buffer.charCodeAt(at))
          if (!fault) continue
          records.push(fault)
          return records
        }
        if (!findEnd()) break
        const record = parseElement(dropped ? '' : buffer.slice(start, at))
        records.push(record)
        if (record instanceof RecordFault && record.last) return records
        start = -1
        expecting = 'comma'
      }
      if (isEnd && expecting !== 'nothing') records.push(malformed('it ends before the array does'))
      if (start !== -1 && at - start > LONGEST_ROW) dropped = true
      const keep = start === -1 || dropped ? Math.min(at, buffer.length) : start
      lineAt(keep)
      buffer = buffer.slice(keep)
      counted -= keep
      at -= keep
      if (start !== -1) start = dropped ? 0 : start - keep
      return records
    },
  }
}

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

const QUOTE = 34
const COMMA = 44
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
