import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSecrets } from '../../src/platform/server/secrets.ts'
import { changedSecrets } from '../../src/platform/server/secrets-in-use.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-secrets-'))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database?.drop()
  fs.rmSync(folder, { recursive: true })
})

it('names what a server has otherwise than the one before, and nothing where both share a file', async () => {
  const [one, other] = ['one', 'other'].map((name) => openSecrets(path.join(folder, name)))
  if (!one || !other) throw new Error('no secrets')
  const started = (secrets: typeof one) => changedSecrets(database.location, secrets)
  expect(await started(one)).toEqual([])
  expect(await started(one)).toEqual([])
  expect((await started(other)).toSorted()).toEqual(Object.keys(other).toSorted())
  // Said once: it is the one in use from then on.
  expect(await started(other)).toEqual([])
  expect(await started({ ...other, factors: one.factors })).toEqual(['factors'])
})
