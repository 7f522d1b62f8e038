import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSecrets } from './secrets.ts'

let parent: string
let dataDir: string
beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-secrets-'))
  dataDir = path.join(parent, 'data')
})
afterEach(() => fs.rmSync(parent, { recursive: true }))

const file = () => path.join(dataDir, 'secrets.json')

test('a damaged file is refused instead of replaced', () => {
  openSecrets(dataDir)
  fs.writeFileSync(file(), '{"sessions": "short"')
  expect(() => openSecrets(dataDir)).toThrow(/secrets\.json is damaged/)
  fs.writeFileSync(file(), JSON.stringify({ sessions: '', hashing: '', databaseLogins: '' }))
  expect(() => openSecrets(dataDir)).toThrow(/secrets\.json is damaged/)
})

test('they are made once, for the owner alone, and each differs', () => {
  const first = openSecrets(dataDir)
  expect(openSecrets(dataDir)).toEqual(first)
  expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length)
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600)
  expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(fs.readdirSync(dataDir)).toEqual(['secrets.json'])
})

test('a secret that a newer version needs is added beside the kept ones', () => {
  const { sessions } = openSecrets(dataDir)
  fs.writeFileSync(file(), JSON.stringify({ sessions, later: 'kept' }))
  const reopened = openSecrets(dataDir)
  expect(reopened.sessions).toBe(sessions)
  expect(reopened.hashing).toHaveLength(43)
  expect(JSON.parse(fs.readFileSync(file(), 'utf8')).later).toBe('kept')
})

test.each([
  ['a file in its place', () => fs.writeFileSync(dataDir, ''), () => dataDir],
  ['a file above it', () => fs.writeFileSync(dataDir, ''), () => path.join(dataDir, 'below', 'it')],
  ['a folder that can have none', () => {}, () => '/dev/null/data'],
])('a folder that cannot be made is said in one line: %s', (_, prepare, folder) => {
  prepare()
  expect(() => openSecrets(folder())).toThrow(/^DATA_DIR=\S+ cannot be used: [^\n]+ may write to\.$/)
})
