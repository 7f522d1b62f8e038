import { sql } from 'kysely'
import type { Tx } from '../database/tx.ts'

type Key = { table: string; name: string; definition: string }

/**
 * Sets aside what watches over rows that come one by one: foreign keys between tables that are filled in the order of their
 * names, triggers that would do what is in the rows already, and policies, which bind the owner too. Answers how to put all
 * of it back; every foreign key is checked then.
 */
export async function setAside(tx: Tx, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: keys } = await sql<Key>`
    select format('%s.%s', n.nspname, c.relname) as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname in ('auth', 'portal') order by 1, 2`.execute(tx)
  const { rows: forced } = await sql<{ table: string }>`
    select format('%s.%s', n.nspname, c.relname) as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('auth', 'portal') and c.relkind = 'r' and c.relforcerowsecurity`.execute(tx)

  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(tx)
  for (const { table } of forced)
    await sql`alter table ${sql.table(table)} no force row level security`.execute(tx)
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)

  return async () => {
    for (const { table, name, definition } of keys)
      await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
        tx,
      )
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
    for (const { table } of forced)
      await sql`alter table ${sql.table(table)} force row level security`.execute(tx)
  }
}
