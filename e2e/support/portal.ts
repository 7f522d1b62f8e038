import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { askDatabase } from '../../test/support/ask-database.ts'
import { openCommandLine } from './command-line.ts'
import { environmentOf, startServer } from './server.ts'

const PASSWORD = 'heron-on-the-quay-7'

export type Portal = Awaited<ReturnType<typeof startPortal>>
export type Person = { email: string; password: string }

type NewTenant = { name?: string; clientCode?: string; language?: string; currency?: string }

type NewPerson = {
  name?: string
  /** Of these tenants; the first is the one to begin with. */
  tenants?: number[]
  role?: string
  administrator?: boolean
  /** A role of the staff kind, over all tenants or those of `tenants`. */
  staff?: string
}

/** The real server on an embedded database of its own, a copy of the run's. Start it in beforeAll, close it in afterAll. */
export async function startPortal(environment: Record<string, string> = {}) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-e2e-'))
  // With its owners, for PostgreSQL does not run as root.
  await promisify(execFile)('cp', ['-a', `${inject('installation')}/.`, dataDir])
  const env = { ...environmentOf(dataDir), ...environment }
  let server = await startServer(env)
  const commands = openCommandLine(env)
  const database = (statement: string, values: unknown[] = []) => askDatabase(dataDir, statement, values)
  const keys = new Map<string, Promise<string>>()
  const keyOf = (source: string) => {
    const key = keys.get(source) ?? commands.run('create-key', '--scope', 'ingest', '--source', source)
    keys.set(source, key)
    return key
  }

  return {
    url: server.url,
    /** What the start printed. */
    said: () => server.said(),
    /** One line of the portal's command line; answers what it printed. */
    command: commands.run,
    /** What no command offers yet, as the database's superuser; $1, $2… stand for the values. */
    database,

    /** A tenant; answers its id. */
    async aTenant(tenant: NewTenant = {}): Promise<number> {
      const { name = `Client ${randomUUID().slice(0, 8)}`, clientCode, language, currency } = tenant
      const options = { name, 'client-code': clientCode, language, currency }
      const words = Object.entries(options).flatMap(([word, value]) => (value ? [`--${word}`, value] : []))
      return Number(await commands.run('create-tenant', ...words))
    },

    /** A person who can sign in; without any access when nothing is said. */
    async aPerson(person: NewPerson = {}): Promise<Person> {
      const email = `${randomUUID().slice(0, 12)}@test.example`
      const {
        name = 'Test Person',
        tenants = [],
        role = 'procurement_manager',
        administrator,
        staff,
      } = person
      const who = ['--email', email, '--password', PASSWORD, '--name', name]
      const [first, ...others] = tenants
      if (first !== undefined && !staff)
        await commands.run('create-user', ...who, '--tenant', String(first), '--role', role)
      else await commands.run('create-admin', ...who)
      const profile = 'select user_id from portal.profiles where email = $1'
      if (!administrator && (first === undefined || staff))
        await database('update portal.profiles set global_admin = false where email = $1', [email])
      if (staff)
        await database(
          `with one as (insert into portal.staff (user_id, role, all_tenants) select (${profile}), $2, $3 returning user_id)
           insert into portal.staff_tenants (tenant_id, user_id) select unnest($4::int[]), user_id from one`,
          [email, staff, tenants.length === 0, tenants],
        )
      else
        await database(
          `insert into portal.members (tenant_id, user_id, role) select unnest($2::int[]), (${profile}), $3`,
          [email, others, role],
        )
      return { email, password: PASSWORD }
    },

    /** Rows of upstream, with the source's column names, through the ingestion API (`orders?mode=…`); every one must land. */
    async ingest(kind: string, rows: Record<string, unknown>[], source = 'main'): Promise<void> {
      const address = `${server.url}/api/v1/ingest/${kind}${kind.includes('?') ? '&' : '?'}atomic=true`
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${await keyOf(source)}`, 'content-type': 'application/json' },
        body: JSON.stringify(rows),
      })
      const text = await response.text()
      const landed = response.ok && (JSON.parse(text) as { rejected: number }).rejected === 0
      if (!landed) throw new Error(`ingest ${kind}: ${response.status} ${text.slice(0, 1000)}`)
    },

    /** A document of upstream with its file, offered at once. */
    async ingestDocument(
      document: Record<string, unknown>,
      file: Uint8Array,
      name = 'coa.pdf',
    ): Promise<void> {
      const form = new FormData()
      form.set('document', JSON.stringify(document))
      form.set('file', new Blob([new Uint8Array(file)]), name)
      const response = await fetch(`${server.url}/api/v1/ingest/documents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await keyOf('main')}` },
        body: form,
      })
      const text = await response.text()
      if (!response.ok || (JSON.parse(text) as { rejected: number }).rejected > 0)
        throw new Error(`ingest documents: ${response.status} ${text.slice(0, 1000)}`)
    },

    /** Its server is killed, and started anew where it was. */
    async kill() {
      const { port } = new URL(server.url)
      await server.kill()
      server = await startServer({ ...env, PORT: port })
    },

    async close() {
      await commands.close()
      await server.stop()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
