import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import type { SqlFile } from './migration-files.ts'

/**
 * Runs a file as one multi-statement query.
 * @throws OperatorError `file:line: message`, with PostgreSQL's error as its cause
 */
export async function runFile(client: pg.Client, file: SqlFile): Promise<void> {
  let completed = 0
  const count = () => {
    completed++
  }
  const events = client as unknown as { connection: NodeJS.EventEmitter }
  events.connection.on('commandComplete', count)
  try {
    await client.query(file.text)
  } catch (fault) {
    const { message, position, detail, where } = fault as pg.DatabaseError
    const offset = position
      ? codeUnitOffset(file.text, Number(position) - 1)
      : statementOffset(file.text, completed)
    const line = file.text.slice(0, offset).split('\n').length
    const more = [detail, where?.split('\n')[0]].filter(Boolean).join('; ')
    throw new OperatorError(`${file.shown}:${line}: ${message}${more && ` (${more})`}`, { cause: fault })
  } finally {
    events.connection.off('commandComplete', count)
  }
}

/** PostgreSQL counts characters, a JavaScript string counts UTF-16 units. */
function codeUnitOffset(text: string, characters: number): number {
  return [...text].slice(0, characters).join('').length
}

const SKIPPED = /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|;|\S/g

/** Where the statement after `completed` others begins; for messages only, as it reads SQL roughly. */
function statementOffset(text: string, completed: number): number {
  let begun: number | undefined
  let left = completed
  for (const { 0: token, index } of text.matchAll(SKIPPED)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue
    if (token === ';') {
      if (begun !== undefined) left--
      begun = undefined
    } else if (begun === undefined) {
      begun = index
      if (left === 0) return begun
    }
  }
  return begun ?? 0
}
