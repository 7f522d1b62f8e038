import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIngestKey } from '../../src/features/tenants/server/create-ingest-key.ts'
import { createTenant } from '../../src/features/tenants/server/create-tenant.ts'
import { embeddedDatabase } from '../../src/platform/server/database/location.ts'
import { migrate } from '../../src/platform/server/database/migrate.ts'
import { withOwner } from '../../src/platform/server/database/with-owner.ts'
import { size } from '../support/form.ts'
import { type OwnServer, startOwnServer } from './support/own-server.ts'
import { databaseUrl, freePort, startPortalProcess } from './support/portal-process.ts'
import { openProof, spread } from './support/proof.ts'
import { type Entry, type Row, startUpstreamClients } from './support/upstream-clients.ts'

const CLIENTS = size(6, 16)
const KEYS_EACH = size(1, 6)
const CODES = ['A', 'B', 'C', 'nobody']

const proof = openProof('kill-loop')
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-kill-'))
let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer()
})
afterAll(async () => {
  await server?.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

/** Runs a program beside the portal, on the same database. */
const run = (script: string, ...parameters: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', script, ...parameters], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl(server), DEMO: '0' },
  })

const judge = async (ledger: string) => {
  const said = await run('test/faults/support/judge.ts', ledger, databaseUrl(server)).catch((fault) => fault)
  return JSON.parse(said.stdout)
}

/** Does the judge see what it is there for? A batch that nobody sent, one that nobody stored, and a wrong amount. */
function falsified(ledger: string): string {
  const [first = '', ...rest] = fs.readFileSync(ledger, 'utf8').trimEnd().split('\n')
  const last: Entry = JSON.parse(rest.pop() as string)
  last.rows[0] = { ...(last.rows[0] as Row), cents: -1 }
  const ghost = { ...JSON.parse(first), batch: 'ghost', rows: [{ key: '99999999', cents: 1, client: 'A' }] }
  const entries = [...rest, JSON.stringify(last), JSON.stringify(ghost)]
  fs.writeFileSync(`${ledger}-false`, entries.join('\n'))
  return `${ledger}-false`
}

it('kill -9 of the portal and of its database: what was acknowledged is there, once', async () => {
  const location = embeddedDatabase(server.connection)
  await migrate(location)
  const keys = await withOwner(location, async (tx) => {
    for (const code of CODES.slice(0, -1))
      await createTenant(tx, { name: `Client ${code}`, clientCodes: [code], source: 'erp' })
    const ofClient = []
    for (let client = 0; client < CLIENTS; client++) {
      const own: string[] = []
      for (let key = 0; key < KEYS_EACH; key++)
        own.push(await createIngestKey(tx, { scope: 'ingest', source: 'erp' }))
      ofClient.push(own)
    }
    return ofClient
  })

  const environment = { DATABASE_URL: databaseUrl(server), DATA_DIR: dataDir, PORT: String(await freePort()) }
  let portal = await startPortalProcess(environment)
  let acknowledged = 0
  const clients = startUpstreamClients({
    url: () => portal.url,
    keys,
    clientCodes: CODES,
    random: proof.random,
    onAcknowledged: () => void acknowledged++,
  })
  const more = async (count: number) => {
    const goal = acknowledged + count
    while (acknowledged < goal) await Promise.race([sleep(5), clients.failed])
    return acknowledged
  }

  const between: number[] = []
  const back: Record<'portal' | 'database', number[]> = { portal: [], database: [] }
  const quota = size(40, 1000)
  const began = Date.now()
  for (let kill = 0; size(kill, Date.now() - began) < size(2, 300_000); kill++) {
    const from = acknowledged
    await more(quota)
    await sleep(proof.random() * 50)
    between.push(acknowledged - from)
    const victim = kill % 3 === 1 ? 'database' : 'portal'
    const killed = performance.now()
    if (victim === 'portal') {
      await portal.kill()
      portal = await startPortalProcess(environment)
    } else {
      await server.kill()
      await server.start()
    }
    await more(1)
    back[victim].push(performance.now() - killed)
  }
  await more(quota)
  const { batches, rows, tries } = await clients.finish(path.join(dataDir, 'ledger'))
  expect(await portal.stop()).toMatchObject({ code: 0 })

  const ledger = path.join(dataDir, 'ledger')
  expect(await judge(ledger)).toMatchObject({ acknowledged: batches, faults: 0, first: [] })
  expect((await judge(falsified(ledger))).faults).toBeGreaterThanOrEqual(3)
  expect((await run('src/app/server/cli.ts', 'verify-sales')).stdout).toBe('every sum is that of its lines\n')
  expect((await run('src/app/server/cli.ts', 'verify-audit')).stdout).toBe('every chain is whole\n')
  expect(Math.min(...between)).toBeGreaterThanOrEqual(quota)
  proof.note({
    kills: { portal: back.portal.length, database: back.database.length },
    acknowledged: { batches, rows, leastBetweenKills: Math.min(...between) },
    lost: 0,
    twice: 0,
    missingFromOutbox: 0,
    firstAnswerAfterMs: { portal: spread(back.portal), database: spread(back.database) },
    answers: tries,
  })
})
