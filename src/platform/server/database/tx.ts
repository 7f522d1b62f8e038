import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { DB } from './database.types.ts'
import { send } from './send.ts'

/** Queries inside one open transaction. It cannot begin or end one: withTenant does. */
export type Tx = Kysely<DB>

/** `role`: who acts in it, as `send` has it. */
export function createTx(client: pg.ClientBase, role?: string): Tx {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await send(client, query.sql, query.parameters, role)
      return {
        rows: result.rows as R[],
        ...(result.rowCount !== null && { numAffectedRows: BigInt(result.rowCount) }),
      }
    },
    streamQuery() {
      throw new Error('large results are read with readInChunks')
    },
  }
  const refuse = async () => {
    throw new Error('withTenant owns the transaction')
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
