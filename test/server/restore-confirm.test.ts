import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, anAdministrator, aStaffMember, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { aDocument, cookiesOf, pdf } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { startSmtpReceiver } from '../support/smtp-receiver.ts'
import { eventually } from '../support/upload.ts'

// H3, as an operator does it by the command line alone: backup, restore, restore --confirm, start, sign in.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-restore-'))
const file = path.join(folder, 'portal.backup')
const dataDir = path.join(folder, 'data')
const content = pdf('carried over', 40_000)

let portal: TestPortal
let target: TestDatabase
let admin: Actor
let document: number
beforeAll(async () => {
  portal = await startTestPortal()
  target = await createTestDatabase()
  await aTenant(portal, { name: 'Aster' })
  admin = await anAdministrator(portal)
  document = await aDocument(portal.url, await aStaffMember(portal, 'quality'), { title: 'Carried', content })
  fs.mkdirSync(dataDir, { mode: 0o700 })
  fs.copyFileSync(path.join(portal.dataDir, 'secrets.json'), path.join(dataDir, 'secrets.json'))
})
afterAll(async () => {
  await portal?.close()
  await target?.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const onTarget = (...words: string[]) => runCommand(target, words, undefined, { DATA_DIR: dataDir })

/** Of every table of the business: how many rows, and a sum over what is in them. */
const sums = (place: Pick<TestPortal, 'owner'>) =>
  place.owner(async (tx) => {
    const found: Json = {}
    for (const table of ['tenants', 'profiles', 'staff', 'documents', 'document_versions', 'document_access'])
      found[table] = (
        await sql<Json>`select count(*)::int as n, md5(string_agg(t::text, '|' order by t::text)) as sum
          from ${sql.table(`portal.${table}`)} t`.execute(tx)
      ).rows[0]
    return found
  })

it('nothing is confirmed where nothing was restored, and nothing restored without a file', async () => {
  expect(await onTarget('restore')).toMatchObject({ code: 1, stderr: expect.stringContaining('Which file?') })
  const missing = await onTarget('restore', path.join(folder, 'no-such.backup'))
  expect([missing.code, missing.stdout]).toEqual([1, ''])
  const original = await runCommand(portal, ['restore', '--confirm'], undefined, { DATA_DIR: portal.dataDir })
  expect(original).toMatchObject({ code: 0, stdout: expect.stringContaining('there is nothing to confirm') })
})

it('one line restores and confirms; then people sign in, files are whole, the trail holds and mail goes out', async () => {
  const before = await sums(portal)
  const made = await runCommand(portal, ['backup', file], undefined, { DATA_DIR: portal.dataDir })
  expect(made, made.stderr).toMatchObject({ code: 0 })
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  // A byte of it changed: refused before a row is written, and the whole one goes in afterwards.
  const broken = path.join(folder, 'broken.backup')
  const bytes = fs.readFileSync(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1
  fs.writeFileSync(broken, bytes, { mode: 0o600 })
  expect((await onTarget('restore', broken)).code).toBe(1)

  const done = await onTarget('restore', file, '--confirm')
  expect(done, done.stderr).toMatchObject({ code: 0 })
  expect(done.stdout).toContain('confirmed: mails are sent from now on')
  const again = await onTarget('restore', '--confirm')
  expect(again.stdout).toContain('there is nothing to confirm')
  expect((await onTarget('verify-audit')).code).toBe(0)

  const receiver = await startSmtpReceiver()
  const restored = await startTestPortal(
    { DATA_DIR: dataDir, SMTP_URL: receiver.url, MAIL_FROM: 'portal@maker.example' },
    { database: target },
  )
  try {
    expect(await sums(restored)).toEqual(before)
    const boss = createClient(restored.url)
    expect((await boss.signIn(admin.email, 'not this one')).status).toBe(401)
    expect((await boss.signIn(admin.email, PASSWORD)).status).toBe(200)
    expect((await boss.get('/api/v1/session')).body.role).toBe('global_admin')
    const answer = await fetch(`${restored.url}/api/v1/documents/${document}/file`, {
      headers: { cookie: cookiesOf(boss as Actor) },
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    expect((await boss.post('/api/v1/admin/audit/verify')).body).toMatchObject({ faults: [] })
    const { parts } = (await boss.get('/api/v1/admin/health')).body
    expect(parts.map(({ part }: Json) => part)).not.toContain('restored')
    await createClient(restored.url).post('/api/auth/password/forgot', { email: admin.email })
    await eventually(async () => receiver.mails.length === 1)
    expect(receiver.mails[0]?.to).toBe(admin.email)
  } finally {
    await restored.close()
    await receiver.close()
  }
})
