import { arrangeObject, type KeyTable } from './json-object.ts'
import { LONGEST_ROW, type RawRecord, RecordFault, type RecordReader, rowTooLarge } from './raw-record.ts'

/** Reads one JSON object per line; a faulty line costs its own row only. Empty lines are no rows. */
export function createNdjsonReader(keys: KeyTable): RecordReader {
  let rest = ''
  let skipping = false
  let number = 0

  function readLine(line: string): RawRecord {
    if (line.length > LONGEST_ROW) return rowTooLarge().at(number)
    try {
      return arrangeObject(JSON.parse(line), keys, number)
    } catch {
      return new RecordFault('invalid_json', 'The line is not valid JSON.', false, number)
    }
  }

  return {
    read(text, ended) {
      const buffer = rest + text
      const records: RawRecord[] = []
      let at = 0
      for (let end = buffer.indexOf('\n', at); at < buffer.length; end = buffer.indexOf('\n', at)) {
        if (end === -1 && !ended) break
        const until = end === -1 ? buffer.length : end
        const line = buffer.slice(at, until).trim()
        at = until + 1
        number += 1
        if (skipping) skipping = false
        else if (line !== '') records.push(readLine(line))
      }
      rest = buffer.slice(at)
      if (rest.length > LONGEST_ROW) {
        if (!skipping) records.push(rowTooLarge().at(number + 1))
        skipping = true
        rest = ''
      }
      return records
    },
  }
}
