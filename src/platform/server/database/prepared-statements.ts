import type pg from 'pg'

/** How the rows of a statement are read; empty: it has none. */
export type Shape = readonly { name: string; read: (text: string) => unknown }[]

/** A statement that the server has parsed and planned for one connection and one role. */
export type PreparedStatement = {
  readonly name: string
  /** new: to be parsed · there: parsed · doubtful: it failed while it was parsed, so that nobody knows. */
  state: 'new' | 'there' | 'doubtful'
  shape: Shape | undefined
}

/** Of one connection and role; the least recently used goes. */
const MOST = 100

type Store = { next: number; roles: Map<string, Map<string, PreparedStatement>> }
const stores = new WeakMap<pg.ClientBase, Store>()

/** From now on this connection keeps its statements. Not behind a transaction pooler, where the next one is another's. */
export function cachePreparedStatements(client: pg.ClientBase): void {
  stores.set(client, { next: 1, roles: new Map() })
}

/** The statement as this connection keeps it, and the name of the one that went for it; undefined where none are kept. */
export function preparedStatementOf(
  client: pg.ClientBase,
  role: string,
  text: string,
): { kept: PreparedStatement; gone: string | undefined } | undefined {
  const store = stores.get(client)
  if (!store) return undefined
  const ofRole = store.roles.get(role) ?? new Map<string, PreparedStatement>()
  store.roles.set(role, ofRole)
  const known = ofRole.get(text)
  if (known) {
    ofRole.delete(text) // to the end of the line
    ofRole.set(text, known)
    return { kept: known, gone: undefined }
  }
  const kept: PreparedStatement = { name: `kept_${store.next++}`, state: 'new', shape: undefined }
  ofRole.set(text, kept)
  if (ofRole.size <= MOST) return { kept, gone: undefined }
  const [oldest, { name }] = ofRole.entries().next().value as [string, PreparedStatement]
  ofRole.delete(oldest)
  return { kept, gone: name }
}
