import pg from 'pg'
import { type DatabaseLocation, LOGIN_ROLES, loginName } from './location.ts'
import { scramVerifier } from './scram-verifier.ts'

/** What an older version called its logins, for all portals of a cluster alike. */
const OLD_LOGINS = [...LOGIN_ROLES, 'portal_legacy']

/** Settings of the roles survive a transaction-pooling proxy; connection options do not. */
const LOGINS: { group: string; name: string; options: string; settings: string[] }[] = [
  {
    ...{ group: 'portal_app', name: 'portal_app', options: 'login' },
    settings: [
      'search_path = portal',
      // Bounds of what a screen asks (D8); uploads and exports set their own.
      `statement_timeout = '2s'`,
      `lock_timeout = '3s'`,
      `idle_in_transaction_session_timeout = '15s'`,
      // Short questions by keys: to compile one takes longer than to answer it.
      'jit = off',
    ],
  },
  {
    ...{ group: 'portal_auth', name: 'portal_auth', options: 'login' },
    settings: ['search_path = auth', `statement_timeout = '2s'`, 'jit = off'],
  },
  {
    ...{ group: 'portal_events', name: 'portal_events', options: 'login' },
    settings: [
      'search_path = portal',
      `statement_timeout = '10s'`,
      `idle_in_transaction_session_timeout = '15s'`,
      'jit = off',
    ],
  },
  {
    // Until an operator turns it on.
    ...{ group: 'portal_tables', name: 'portal_legacy', options: 'nologin' },
    settings: ['search_path = legacy', 'default_transaction_read_only = on'],
  },
]

/** Of the installation's id as much as tells two of one cluster apart. */
const MARK = `left(replace(installation::text, '-', ''), 12)`

/**
 * The logins of this installation (J19): made where they are missing, with the password that follows from DATABASE_URL, and
 * let into this database alone. In one transaction of whoever may create roles. `upgraded`: the database was in use before,
 * perhaps by a server of an older version that is still up.
 */
export async function makeLogins(
  client: pg.ClientBase,
  location: DatabaseLocation,
  { log = () => {}, upgraded = false }: { log?: (line: string) => void; upgraded?: boolean } = {},
): Promise<void> {
  const taken = await takeMark(client)
  if (!taken) return
  const { mark, first } = taken
  const database = pg.escapeIdentifier(taken.database)
  const made: string[] = []
  for (const { group, name, options, settings } of LOGINS) {
    const login = loginName(name, mark)
    const known = await client.query('select from pg_roles where rolname = $1', [login])
    if (known.rowCount === 0) {
      await client.query(`create role ${login} ${options}`)
      made.push(login)
    }
    await client.query(`grant ${group} to ${login}`)
    await client.query(`grant connect on database ${database} to ${login}`)
    for (const setting of settings) await client.query(`alter role ${login} set ${setting}`)
  }
  for (const role of LOGIN_ROLES) {
    const password = location.password(role)
    if (password === undefined) continue
    // The verifier instead of the password: a server that logs its DDL must not learn it.
    await client.query(
      `alter role ${loginName(role, mark)} password ${pg.escapeLiteral(scramVerifier(password))}`,
    )
  }
  await keepOldOnes(client, database, { letIn: upgraded && first })
  await client.query(`revoke connect on database ${database} from public`)
  location.mark = mark
  if (upgraded && made.length > 0)
    log(
      `new logins: ${made.join(', ')}. A pooler that keeps a list of logins has to know them; roles of your own that connect to ${taken.database} need: grant connect on database ${database} to …`,
    )
}

/**
 * The mark of this database; a copy of another database of the cluster gets an id of its own. `first`: it had none yet.
 * Undefined where there is none to be had: a backup of an older version, half restored.
 */
async function takeMark(
  client: pg.ClientBase,
): Promise<{ mark: string; database: string; first: boolean } | undefined> {
  const { rows: known } = await client.query(`select from pg_attribute
    where attrelid = to_regclass('auth.secret') and attname = 'installation' and not attisdropped`)
  if (known.length === 0) return undefined
  const { rows } = await client.query(`
    select ${MARK} as mark, current_database() as database, of_database is null as first,
      of_database is distinct from own.oid as moved, exists (
        select from pg_database d, aclexplode(d.datacl) a join pg_roles r on r.oid = a.grantee
         where d.oid = of_database and d.oid <> own.oid and r.rolname = 'portal_app_' || ${MARK}) as copied
      from auth.secret, pg_database own where own.datname = current_database()`)
  const [{ mark, database, first, moved, copied }] = rows
  if (!moved) return { mark, database, first }
  const { rows: now } = await client.query(`
    update auth.secret set of_database = own.oid${copied ? ', installation = gen_random_uuid(), store_marked = false' : ''}
      from pg_database own where own.datname = current_database() returning ${MARK} as mark`)
  return { mark: now[0].mark, database, first }
}

/**
 * The logins of an older version: let in as long as one of its servers may still be up, shut out of this database when none
 * is connected any more, and no logins at all once no database of the cluster is of an older version.
 */
async function keepOldOnes(client: pg.ClientBase, database: string, { letIn }: { letIn: boolean }) {
  const { rows: old } = await client.query<{ name: string; here: boolean; anywhere: boolean }>(
    `select r.rolname as name,
       exists (select from pg_stat_activity s where s.usesysid = r.oid and s.datname = current_database()) as here,
       exists (select from pg_stat_activity s where s.usesysid = r.oid) as anywhere
     from pg_roles r where r.rolname = any ($1) and r.rolcanlogin`,
    [OLD_LOGINS],
  )
  if (letIn) {
    for (const { name } of old) await client.query(`grant connect on database ${database} to ${name}`)
    // A login that an operator turned on goes on reading.
    if (old.some(({ name }) => name === 'portal_legacy'))
      await client.query('grant portal_tables to portal_legacy')
    return
  }
  // An older server always listens as portal_events.
  const servers = old.filter(({ name }) => name !== 'portal_legacy')
  if (servers.length === 0 || servers.some(({ here }) => here)) return
  for (const { name } of servers)
    await client.query(`revoke connect on database ${database} from ${pg.escapeIdentifier(name)}`)
  if (servers.some(({ anywhere }) => anywhere)) return
  // The lock of bootstrap.sql.
  await client.query(
    `comment on role portal_owner is 'shared by the portals of this cluster, with all groups that begin so'`,
  )
  const { rows } = await client.query(
    `select exists (select from pg_database d where d.datname <> current_database()
       and exists (select from pg_shdepend s where s.dbid = d.oid and s.refclassid = 'pg_authid'::regclass
         and s.refobjid = 'portal_app'::regrole)
       and not exists (select from aclexplode(d.datacl) a join pg_roles r on r.oid = a.grantee
         where r.rolname ~ '^portal_app_[0-9a-f]{12}$')) as used`,
  )
  if (rows[0].used) return
  for (const { name } of servers) {
    await client.query(`alter role ${name} nologin password null`)
    await client.query(`alter role ${name} reset all`)
  }
}
