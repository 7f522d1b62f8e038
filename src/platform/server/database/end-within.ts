import type pg from 'pg'
import { cutConnection } from './pool.ts'

/** Ends the connection when its transaction is not over after so many milliseconds; answers how to call that off. */
export function endWithin(client: pg.ClientBase, ms: number): () => void {
  let look: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    // An answer that is here already is read first: it was this process that was late, not the database.
    look = setImmediate(() => cutConnection(client))
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(look)
  }
}
