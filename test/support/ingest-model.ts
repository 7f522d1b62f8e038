/** A row as the model knows it; `at` is its time, null without one. */
export type ModelRow = { key: string; at: number | null; deletes: boolean } & (
  | {
      kind: 'sales-history'
      client: string | null
      year: number
      month: number
      quantity: number
      cents: number
    }
  | { kind: 'orders'; client: string | null; year: number | null; cents: number }
  | { kind: 'order-lines'; line: string; quantity: number }
)
type Kind = ModelRow['kind']
type Known = { row: ModelRow | null; at: number | null; tenant: number }
type Counted = { received: number; stale: number; rejected: number }

export type Model = {
  tenants: Record<string, number>
  known: Map<string, Known>
  rows(): string[]
}

const idOf = (row: ModelRow) => `${row.kind} ${row.key}${row.kind === 'order-lines' ? ` ${row.line}` : ''}`

/** What ingestion must come to, written the plain way: one row after the other into a map. */
export function emptyModel(tenants: Record<string, number>): Model {
  const known = new Map<string, Known>()
  /** A line is where its order is; it waits while there is none. */
  const whereLines = (key: string) => {
    const order = known.get(`orders ${key}`)
    return order?.row ? order.tenant : 0
  }
  const write = ({ row, tenant }: Known): string | null => {
    if (row === null) return null
    if (row.kind === 'order-lines')
      return `line primary:${row.key} ${row.line} ${whereLines(row.key)} ${row.quantity}`
    if (row.kind === 'orders') return `order primary:${row.key} ${tenant} ${row.cents}`
    return `sale ${row.key} ${tenant} ${row.year} ${row.month} ${row.quantity} ${row.cents}`
  }
  return {
    tenants,
    known,
    rows: () =>
      [...known.values()]
        .map(write)
        .filter((line) => line !== null)
        .sort(),
  }
}

/** Rows one after the other, as if each were a batch of its own. */
export function sendTo(model: Model, sent: ModelRow[]): Counted {
  let stale = 0
  for (const row of sent) {
    const before = model.known.get(idOf(row))
    if (row.at !== null && before?.at != null && row.at < before.at) {
      stale += 1
      continue
    }
    const at = row.at ?? before?.at ?? null
    const client = row.kind === 'order-lines' ? null : row.client
    const tenant = row.deletes ? (before?.tenant ?? 0) : client === null ? 0 : (model.tenants[client] ?? 0)
    model.known.set(idOf(row), { row: row.deletes ? null : row, at, tenant })
  }
  return { received: sent.length, stale, rejected: 0 }
}

/** The same, but the rows of the scope that were stored and do not come go, and are forgotten. */
export function replaceIn(model: Model, kind: Kind, sent: ModelRow[], scope: string): Counted {
  const inScope = (row: ModelRow) => {
    if (scope === 'all' || row.kind === 'order-lines') return true
    const [year, month] = scope.split('-').map(Number)
    return row.year === year && (month === undefined || (row.kind === 'sales-history' && row.month === month))
  }
  const keys = new Set(sent.map(idOf))
  for (const [id, { row }] of [...model.known])
    if (row?.kind === kind && !keys.has(id) && inScope(row)) model.known.delete(id)
  const good = sent.filter((row) => row.deletes || inScope(row))
  return { ...sendTo(model, good), received: sent.length, rejected: sent.length - good.length }
}
