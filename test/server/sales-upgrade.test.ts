import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { verifySales } from '../../src/features/sales/server/verify-sales.ts'
import { embeddedDatabase } from '../../src/platform/server/database/location.ts'
import { migrate, migrationsOf } from '../../src/platform/server/database/migrate.ts'
import { createTx } from '../../src/platform/server/database/tx.ts'
import { comparedSums } from '../support/sales-sums.ts'

const line = (dataset: 'sales_history' | 'current_sales', tenant: number, id: number, more: string) => {
  const table = `${tenant === 0 ? 'unassigned_' : ''}${dataset}`
  const order = dataset === 'sales_history' ? 'invoice_no, invoice_date' : 'so, unit'
  return `insert into portal.${table} (tenant_id, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, ${order}, source_key)
    values (${tenant}, ${id}, 1, ${more}, 'k${id}');`
}

/**
 * Lines of both datasets in their four tables, with the same numbers in both, an order that two clients and nobody have, and the names
 * that stood beside them. The old sums are left empty: they are counted anew.
 */
const STORED = `
  set session_replication_role = replica;
  insert into portal.tenants (id, name) overriding system value values (1, 'One'), (2, 'Two');
  insert into portal.item_names (id, item_no, item_name) overriding system value values (1, 'P1', 'Omega'), (2, '', 'Zinc');
  insert into portal.customer_names (id, client_code, customer_name) overriding system value values (1, 'C1', 'Clinic'), (2, '', 'Nobody');
  ${line('sales_history', 1, 7, "2024, 1, 'CAD', 1, 1, 1000, 250, 'I1', '2024-01-05'")}
  ${line('sales_history', 1, 8, "2024, 5, 'CAD', 1, 1, -500, -100, 'I1', null")}
  ${line('sales_history', 2, 9, "2024, 1, 'USD', 2, 1, 3000, 999, 'I1', null")}
  ${line('sales_history', 0, 10, "2025, 2, 'CAD', 2, 2, 1, 3, 'I1', null")}
  ${line('current_sales', 1, 7, "2025, 12, 'CAD', 1, 1, 2000, 500, 'S1', 'KG'")}
  ${line('current_sales', 0, 8, "2025, 11, 'CAD', 2, 2, 4000, 700, '', 'EA'")}
  select setval('portal.sales_history_ids', 20), setval('portal.current_sales_ids', 30);
  ${[
    ['', '(1, 1), (2, 2), (0, 1), (0, 2)', '(1, 1), (2, 1), (0, 1), (0, 2)'],
    ['current_', '(1, 1), (0, 1), (0, 2)', '(1, 1), (0, 1), (0, 2)'],
  ]
    .map(
      ([prefix, items, customers]) => `
      insert into portal.${prefix}sales_items (tenant_id, item_id, item_no, item_name, product)
        select x.tenant, n.id, n.item_no, n.item_name, n.item_name from (values ${items}) x (tenant, id) join portal.item_names n on n.id = x.id;
      insert into portal.${prefix}sales_customers (tenant_id, customer_id, client_code, customer_name, customer)
        select x.tenant, n.id, n.client_code, n.customer_name, n.customer_name from (values ${customers}) x (tenant, id) join portal.customer_names n on n.id = x.id;`,
    )
    .join('')}
  insert into portal.current_sales_orders (tenant_id, so) values (1, 'S1'), (0, 'S9');`

it('lines of four tables come together in one, with their numbers, sums and names', async () => {
  const { connection } = inject('testServer')
  const name = `lotline_sales_${randomBytes(6).toString('hex')}`
  const asked = async <T>(database: string, work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client({ ...connection, database })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  await asked('postgres', (client) => client.query(`create database ${name}`))
  try {
    const location = embeddedDatabase(connection, name)
    const before = migrationsOf().filter((file) => file.name < '0690')
    await migrate(location, { only: new Set(before.map((file) => file.name)) })
    await asked(name, (client) => client.query(STORED))
    await migrate(location)
    await asked(name, async (client) => {
      const rows = async (text: string) => (await client.query(text)).rows.map(Object.values)
      expect(
        await rows(
          `select tenant_id, dataset, id::int, order_no, invoice_date::text, unit, amount_cents::int, source_key from portal.sales_lines order by dataset, id`,
        ),
      ).toEqual([
        [1, 1, 7, 'I1', '2024-01-05', null, 250, 'k7'],
        [1, 1, 8, 'I1', null, null, -100, 'k8'],
        [2, 1, 9, 'I1', null, null, 999, 'k9'],
        [-1, 1, 10, 'I1', null, null, 3, 'k10'],
        [1, 2, 7, 'S1', null, 'KG', 500, 'k7'],
        [-1, 2, 8, '', null, 'EA', 700, 'k8'],
      ])
      const tx = createTx(client)
      for (const dataset of ['history', 'current'] as const) {
        const { expected, actual } = await comparedSums(tx, dataset)
        expect(actual).toEqual(expected)
      }
      expect(await verifySales(tx)).toEqual([])
      expect(await rows(`select tenant_id, so from portal.current_sales_orders order by 1`)).toEqual([
        [-1, 'S9'],
        [1, 'S1'],
      ])
      // Numbers of new lines are those of neither.
      expect(await rows(`select nextval('portal.sales_line_ids')::int > 30`)).toEqual([[true]])
    })
  } finally {
    await asked('postgres', (client) => client.query(`drop database if exists ${name} with (force)`))
  }
})
