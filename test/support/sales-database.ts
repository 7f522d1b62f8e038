import pg from 'pg'
import { expect } from 'vitest'
import { verifySales } from '../../src/features/sales/server/verify-sales.ts'
import { createTenant } from '../../src/features/tenants/server/create-tenant.ts'
import { createTx, type Tx } from '../../src/platform/server/database/tx.ts'
import { withOwner } from '../../src/platform/server/database/with-owner.ts'
import { createTestDatabase } from './database.ts'
import { comparedSums } from './sales-sums.ts'

/** Of a line that a test writes, beside its tenant. */
export const COLUMNS =
  'source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, source_key'

/** A connection that writes as upstream does. */
export type Session = {
  run(text: string): Promise<pg.QueryResult>
  begin(): Promise<void>
  end(): Promise<void>
}

export type SalesDatabase = {
  superuser: pg.Client
  looking: Tx
  sessions: [Session, Session, Session, Session]
  /** Held against plain code and against `portal.verify_sales`. */
  expectSumsToBeRight(): Promise<void>
  end(): Promise<void>
}

/** A database with the tenants 1 to 3, the items 1 to 4 and the customers 1 to 3, and nothing sold yet. */
export async function createSalesDatabase(): Promise<SalesDatabase> {
  const database = await createTestDatabase()
  const { owner } = database.location
  const superuser = new pg.Client(owner)
  await superuser.connect()
  const looking = createTx(superuser)
  await withOwner(database.location, async (tx) => {
    for (const name of ['One', 'Two', 'Three']) await createTenant(tx, { name })
  })
  const sessions: SalesDatabase['sessions'] = [
    await openSession(owner),
    await openSession(owner),
    await openSession(owner),
    await openSession(owner),
  ]
  const [session] = sessions
  await session.begin()
  await session.run(
    `select portal.resolve_sales_items(array['1', '2', '3', '4'], array['a', 'b', 'Advanced Gut Health', ''])`,
  )
  await session.run(`select portal.resolve_sales_customers(array['1', '2', '3'], array['x', 'y', ''])`)
  await session.run('commit')
  return {
    superuser,
    looking,
    sessions,
    async expectSumsToBeRight() {
      const { expected, actual } = await comparedSums(looking)
      expect(actual).toEqual(expected)
      expect(await verifySales(looking)).toEqual([])
    },
    async end() {
      for (const one of sessions) await one.end()
      await superuser.end()
      await database.drop()
    },
  }
}

async function openSession(owner: pg.ClientConfig): Promise<Session> {
  const client = new pg.Client(owner)
  await client.connect()
  return {
    run: (text) => client.query(text),
    async begin() {
      await client.query('begin')
      await client.query(`select auth.begin_import_context('test')`)
    },
    end: () => client.end(),
  }
}
