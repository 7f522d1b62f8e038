import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import type { SqlFile } from './migration-files.ts'
import { runFile } from './run-sql-file.ts'

const SCHEMAS = `(to_regnamespace('auth'), to_regnamespace('portal'), to_regnamespace('legacy'))`

/**
 * Makes functions, views, triggers and policies as their files have them, and drops those that no file has. Runs in a transaction
 * of the caller's, as the owner.
 * @throws OperatorError naming file and line, or what still depends on something that no file declares
 */
export async function makeDeclarations(client: pg.Client, files: SqlFile[]): Promise<void> {
  // A function may call one whose file comes later.
  await client.query('set local check_function_bodies = off')
  for (const file of files) await runFile(client, file)
  await dropUndeclared(client)
  await validateFunctions(client)
}

/**
 * What this transaction has not made anew is in no file. Functions that columns, constraints or indexes call are the tables' own,
 * as are triggers of constraints: both come with migrations.
 */
const UNDECLARED = `
  select format('trigger %I on %s', t.tgname, t.tgrelid::regclass) as what
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.relnamespace in ${SCHEMAS} and not t.tgisinternal and t.xmin <> pg_current_xact_id()::xid
  union all
  select format('policy %I on %s', p.polname, p.polrelid::regclass)
    from pg_policy p join pg_class c on c.oid = p.polrelid
   where c.relnamespace in ${SCHEMAS} and p.xmin <> pg_current_xact_id()::xid
  union all
  select format('view %s', v.ev_class::regclass)
    from pg_rewrite v join pg_class c on c.oid = v.ev_class
   where c.relnamespace in ${SCHEMAS} and c.relkind = 'v' and v.xmin <> pg_current_xact_id()::xid
  union all
  select format('%s %s', case p.prokind when 'a' then 'aggregate' else 'function' end, p.oid::regprocedure)
    from pg_proc p
   where p.pronamespace in ${SCHEMAS} and p.xmin <> pg_current_xact_id()::xid
     and not exists (select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
       and d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass))
     and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`

async function dropUndeclared(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ what: string }>(UNDECLARED)
  for (const { what } of rows)
    try {
      await client.query(`drop ${what}`)
    } catch (fault) {
      throw new OperatorError(
        `No file declares ${what}, and it cannot be dropped: ${(fault as Error).message}`,
        {
          cause: fault,
        },
      )
    }
}

/** The checks of bodies that were put off, now that every function is there. */
async function validateFunctions(client: pg.Client): Promise<void> {
  await client.query('set local check_function_bodies = on')
  await client.query(`
    select case l.lanname when 'sql' then fmgr_sql_validator(p.oid) else plpgsql_validator(p.oid) end
      from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace in ${SCHEMAS} and l.lanname in ('sql', 'plpgsql')`)
}
