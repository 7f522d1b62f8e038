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
export type Counted = Record<
  | 'received'
  | 'inserted'
  | 'updated'
  | 'moved'
  | 'unchanged'
  | 'repeated'
  | 'stale'
  | 'deleted'
  | 'removed'
  | 'rejected',
  number
>

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

const none = (received: number): Counted => ({
  ...{ received, inserted: 0, updated: 0, moved: 0, unchanged: 0, repeated: 0, stale: 0 },
  ...{ deleted: 0, removed: 0, rejected: 0 },
})

/** One row that is not repeated, as if it came alone. */
function apply(model: Model, row: ModelRow, at: number, counted: Counted): void {
  const before = model.known.get(idOf(row))
  const order = row.kind === 'order-lines' ? model.known.get(`orders ${row.key}`) : undefined
  const client = row.kind === 'order-lines' ? null : row.client
  const home = client === null ? 0 : (model.tenants[client] ?? 0)
  const there = before?.row ?? null
  if (row.deletes) counted[there ? 'deleted' : 'unchanged'] += 1
  else if (!there) counted.inserted += 1
  else if (row.kind !== 'order-lines' && before?.tenant !== home) {
    counted.updated += 1
    counted.moved += 1
  } else counted[contentOf(there) === contentOf(row) ? 'unchanged' : 'updated'] += 1
  const tenant = row.deletes ? (before?.tenant ?? 0) : order?.row ? order.tenant : home
  model.known.set(idOf(row), { row: row.deletes ? null : row, at: at < 0 ? null : at, tenant })
}

const contentOf = ({ at: _, ...row }: ModelRow) => (row.deletes ? 'gone' : JSON.stringify(row))

/** A batch: key by key, each in its own order of time or of rows. */
export function sendTo(
  model: Model,
  sent: ModelRow[],
  outside: (row: ModelRow) => boolean = () => false,
): Counted {
  const counted = none(sent.length)
  const keys = new Map<string, ModelRow[]>()
  for (const row of sent) keys.set(idOf(row), [...(keys.get(idOf(row)) ?? []), row])
  for (const rows of keys.values()) sendKey(model, rows, outside, counted)
  return counted
}

/** Rows between two deletions, of one time where all rows of the key have one, are one version and must say the same. */
function sendKey(
  model: Model,
  rows: ModelRow[],
  outside: (row: ModelRow) => boolean,
  counted: Counted,
): void {
  const timed = rows.every(({ at }) => at !== null)
  const ordered = timed ? rows.toSorted((one, other) => (one.at as number) - (other.at as number)) : rows
  let newest = model.known.get((rows[0] && idOf(rows[0])) ?? '')?.at ?? -1
  const versions: ModelRow[][] = []
  for (const row of ordered) {
    if (outside(row) && !row.deletes) {
      counted.rejected += 1
      continue
    }
    if (row.at !== null && row.at < newest) {
      counted.stale += 1
      continue
    }
    newest = Math.max(newest, row.at ?? -1)
    const last = versions.at(-1)?.[0]
    const same = last && !last.deletes && !row.deletes && (!timed || last.at === row.at)
    if (same) versions.at(-1)?.push(row)
    else versions.push([row])
  }
  let before: ModelRow | undefined
  for (const version of versions) {
    const last = version.at(-1) as ModelRow
    if (new Set(version.map(contentOf)).size > 1) {
      counted.rejected += version.length
      continue
    }
    const known = model.known.get(idOf(last))?.at ?? null
    const at = Math.max(known ?? -1, ...version.map((row) => row.at ?? -1))
    const again = last.deletes && before?.deletes && (!timed || before.at === last.at) && at === (known ?? -1)
    const more = again ? 1 : version.length - 1
    counted.unchanged += more
    counted.repeated += more
    if (!again) apply(model, last, at, counted)
    before = last
  }
}

/** The same, but the rows of the scope that were stored and do not come go, and are forgotten. */
export function replaceIn(model: Model, kind: Kind, sent: ModelRow[], scope: string): Counted {
  const inScope = (row: ModelRow) => {
    if (scope === 'all' || row.kind === 'order-lines') return true
    const [year, month] = scope.split('-').map(Number)
    return row.year === year && (month === undefined || (row.kind === 'sales-history' && row.month === month))
  }
  const keys = new Set(sent.map(idOf))
  const gone = [...model.known].filter(([id, { row }]) => row?.kind === kind && !keys.has(id) && inScope(row))
  for (const [id] of gone) model.known.delete(id)
  const counted = sendTo(model, sent, (row) => !inScope(row))
  return { ...counted, deleted: counted.deleted + gone.length, removed: gone.length }
}
