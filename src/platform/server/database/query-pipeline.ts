import pg from 'pg'
import { type PreparedStatement, preparedStatementOf, type Shape } from './prepared-statements.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a statement answers is known where it is written
export type Answer = { rows: any[]; rowCount: number | null }

type Statement = Answer & {
  text: string
  values: unknown[]
  kept: PreparedStatement | undefined
  /** A kept statement that goes for this one. */
  gone: string | undefined
  parsedHere: boolean
  shape: Shape | undefined
  done: (answer: Answer) => void
  failed: (fault: unknown) => void
}

/** What the driver's connection can do; its types know only a part. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  parse(message: { text: string; name: string }): void
  bind(message: { statement: string; values: unknown[] }): void
  describe(message: { type: 'P' }): void
  execute(): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/**
 * Statements that travel together, with one Sync behind them: the server answers them in one piece, where the driver's own
 * queries have one each. When one fails, those behind it are not executed; all of them fail with it, for what those before
 * it did is rolled back.
 */
export class QueryPipeline extends pg.Query {
  private readonly statements: Statement[] = []
  private at = 0
  private fault: unknown
  /** Set by the driver, for its time-out. */
  callback: ((fault?: unknown) => void) | undefined = undefined

  constructor() {
    super('')
  }

  add(client: pg.ClientBase, text: string, values: readonly unknown[], role: string): Promise<Answer> {
    return new Promise((done, failed) => {
      // Before anything is written: a value that cannot be sent harms nobody else.
      const ready = values.map(prepareValue)
      const { kept, gone } = preparedStatementOf(client, role, text) ?? {}
      const shape = kept?.shape
      const answer = { rows: [], rowCount: null }
      this.statements.push({
        ...answer,
        text,
        values: ready,
        kept,
        gone,
        parsedHere: false,
        shape,
        done,
        failed,
      })
    })
  }

  override submit = (to: pg.Connection): void => {
    const connection = to as unknown as Connection
    connection.stream.cork()
    for (const statement of this.statements) write(connection, statement)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const statement = this.statements[this.at] as Statement
    statement.shape = fields.map(({ name, dataTypeID }) => ({
      name,
      read: pg.types.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.fault) return
    const { shape = [], rows } = this.statements[this.at] as Statement
    const row: Record<string, unknown> = {}
    try {
      for (let at = 0; at < fields.length; at++) {
        const { name, read } = shape[at] as Shape[number]
        const text = fields[at] as string | null
        row[name] = text === null ? null : read(text)
      }
      rows.push(row)
    } catch (fault) {
      this.fault = fault // a value that this program cannot hold
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.statements[this.at++] as Statement
    const count = / (\d+)$/.exec(text)
    statement.rowCount = count ? Number(count[1]) : null
    if (statement.kept) statement.kept.shape = statement.shape ?? []
  }

  handleEmptyQuery(): void {
    this.at++
  }

  handleReadyForQuery(): void {
    if (this.fault) this.handleError(this.fault)
    else {
      this.callback?.()
      for (const { done, rows, rowCount } of this.statements) done({ rows, rowCount })
    }
  }

  handleError(fault: unknown): void {
    this.callback?.(fault)
    const changed = (fault as { code?: string }).code === '0A000' // its result has another form than when it was kept
    for (const [at, { kept, parsedHere, failed }] of this.statements.entries()) {
      if (kept && at === this.at && (parsedHere || changed)) Object.assign(kept, DOUBTFUL)
      else if (kept && at > this.at && parsedHere) kept.state = 'new'
      failed(fault)
    }
  }
}

const DOUBTFUL = { state: 'doubtful', shape: undefined } satisfies Partial<PreparedStatement>

function write(connection: Connection, statement: Statement): void {
  const { kept, gone, text, values, shape } = statement
  const name = kept?.name ?? ''
  if (gone) connection.close({ type: 'S', name: gone })
  if (kept?.state === 'doubtful') connection.close({ type: 'S', name })
  if (kept?.state !== 'there') {
    connection.parse({ text, name })
    statement.parsedHere = true
    if (kept) kept.state = 'there'
  }
  connection.bind({ statement: name, values })
  if (shape === undefined) connection.describe({ type: 'P' })
  connection.execute()
}
