import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { embeddedDatabase } from '../../src/platform/server/database/location.ts'
import { migrate } from '../../src/platform/server/database/migrate.ts'
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres/start-embedded-postgres.ts'
import { ensureServerBuilt } from '../../tools/server-build.mjs'

/** How test files reach the run's server and its migrated template. */
export type TestServer = {
  connection: { host: string; port: number; user: string; password?: string }
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** Durability is what the fault suites test, on servers of their own. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

type Shared = { server: Promise<TestServer & { stop(): Promise<void> }>; users: number }

/** Every vitest project runs this file in a module registry of its own; what they share has to hang here. */
const registry = globalThis as { lotlineTestServer?: Shared }

/** One PostgreSQL per run (that of TEST_DATABASE_URL, else an embedded one) with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  registry.lotlineTestServer ??= { server: startTestServer(), users: 0 }
  const shared = registry.lotlineTestServer
  shared.users++
  const { connection, template, stop } = await shared.server
  project.provide('testServer', { connection, template })
  return async () => {
    if (--shared.users > 0) return
    delete registry.lotlineTestServer
    await stop()
  }
}

async function startTestServer() {
  // What tests start as a process of its own.
  await ensureServerBuilt()
  const { connection, stop } = await provideServer()
  const template = `lotline_template_${randomBytes(4).toString('hex')}`
  try {
    await onServer(connection, `create database ${template}`)
    await migrate(embeddedDatabase(connection, template))
  } catch (fault) {
    await stop()
    throw fault
  }
  const end = async () => {
    await onServer(connection, `drop database if exists ${template} with (force)`)
    await stop()
  }
  return { connection, template, stop: end }
}

async function provideServer() {
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    const { host, port, user = 'postgres', password } = new pg.Client({ connectionString: url })
    return { connection: { host, port, user, ...(password ? { password } : {}) }, stop: async () => {} }
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-test-'))
  const server = await startEmbeddedPostgres(folder, { settings: FAST })
  const stop = async () => {
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { connection: server.connection, stop }
}

async function onServer(connection: TestServer['connection'], statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
