import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer } from '../../src/app/server/start-server.ts'
import { loadConfig } from '../../src/platform/server/config.ts'
import { openSecrets, type Secrets } from '../../src/platform/server/secrets.ts'
import { adoptSecrets, differingSecrets } from '../../src/platform/server/secrets-in-use.ts'
import { runCommand } from '../support/command-line.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTestPortal } from '../support/portal.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-secrets-'))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database?.drop()
  fs.rmSync(folder, { recursive: true })
})

const [one, other] = ['one', 'other'].map((name) => openSecrets(path.join(folder, name))) as [
  Secrets,
  Secrets,
]

it('names what a server has otherwise than those in use, until it is said that they were replaced', async () => {
  const differing = (secrets: Secrets) => differingSecrets(database.location, secrets)
  expect(await differing(one)).toEqual([])
  expect(await differing(one)).toEqual([])
  for (let again = 0; again < 2; again++)
    expect((await differing(other)).toSorted()).toEqual(Object.keys(other).toSorted())
  expect(await differing({ ...one, factors: other.factors })).toEqual(['factors'])
  await adoptSecrets(database.location, other)
  expect(await differing(other)).toEqual([])
  expect((await differing(one)).length).toBe(Object.keys(one).length)
})

it('keeps a server with others from being ready, and lets it in when the command line says that they were replaced', async () => {
  const portal = await startTestPortal()
  const stranger = path.join(folder, 'stranger')
  try {
    // Its files are those of the other servers, its secrets its own.
    const environment = { DATA_DIR: stranger, FILES_URL: path.join(portal.dataDir, 'files', 'documents') }
    const serve = () =>
      startServer({
        config: loadConfig({ PORT: '0', DEMO: '0', MFA_POLICY: 'optional', ...environment }),
        secrets: openSecrets(stranger),
        location: portal.location,
        log: portal.log,
      })
    const ready = async (url: string) => {
      const answer = await fetch(`${url}/readyz`, { headers: { 'accept-language': 'de' } })
      return [
        answer.status,
        answer.status === 200 ? undefined : ((await answer.json()) as { code: string }).code,
      ]
    }
    const server = await serve()
    expect(await ready(server.url)).toEqual([503, 'secrets_differ'])
    expect(await ready(portal.url)).toEqual([200, undefined])
    expect(portal.lines.filter((line) => line.includes('not ready: secrets'))).toHaveLength(1)
    await server.stop()
    const look = await runCommand(portal, ['secrets'], undefined, environment)
    expect([look.code, look.stdout]).toEqual([1, expect.stringContaining('others are in use')])
    const told = await runCommand(portal, ['secrets', '--replaced'], undefined, environment)
    expect(told, told.stderr).toMatchObject({ code: 0 })
    const again = await serve()
    expect(await ready(again.url)).toEqual([200, undefined])
    await again.stop()
  } finally {
    await portal.close()
  }
})
