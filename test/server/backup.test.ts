import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArchive } from '../../src/platform/server/backup/archive-reader.ts'
import { writeArchive } from '../../src/platform/server/backup/archive-writer.ts'
import { type Actor, anAdministrator, aPerson, aStaffMember, aTenant, PASSWORD } from '../support/actors.ts'
import { codeOf } from '../support/authenticator.ts'
import { createClient, type Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { aDocument } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { enrol } from '../support/second-factor.ts'
import { startSmtpReceiver } from '../support/smtp-receiver.ts'
import { eventually } from '../support/upload.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-backup-'))
const file = path.join(folder, 'portal.backup')
const dataDir = path.join(folder, 'data')

let portal: TestPortal
let target: TestDatabase
let tenant: number
let admin: Actor
let member: Actor
let quality: Actor
let secret: string
let document: number
beforeAll(async () => {
  portal = await startTestPortal()
  target = await createTestDatabase()
  tenant = await aTenant(portal, { name: 'Aster' })
  admin = await anAdministrator(portal)
  quality = await aStaffMember(portal, 'quality')
  member = await aPerson(portal, { memberships: [{ tenantId: tenant, role: 'tenant_admin' }] })
  secret = (await enrol(member)).secret
  document = await aDocument(portal.url, quality, { title: 'Kept' })
  await createClient(portal.url).post('/api/auth/password/forgot', { email: admin.email })
  fs.mkdirSync(dataDir, { mode: 0o700 })
  fs.copyFileSync(path.join(portal.dataDir, 'secrets.json'), path.join(dataDir, 'secrets.json'))
})
afterAll(async () => {
  await portal?.close()
  await target?.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const backup = (name = file) => runCommand(portal, ['backup', name], undefined, { DATA_DIR: portal.dataDir })
const restore = (from: string) => runCommand(target, ['restore', from], undefined, { DATA_DIR: dataDir })
const confirm = (actor: Pick<Actor, 'post'>) => actor.post<Json>('/api/v1/admin/health/confirm-restored')

/** The same backup, as if the program that made it had one migration more. */
async function ofNewerProgram(): Promise<string> {
  const newer = path.join(folder, 'newer.backup')
  const archive = await openArchive(file)
  await writeArchive(newer, async (written) => {
    for (const { name } of archive.members) {
      const pieces: Buffer[] = []
      for await (const piece of archive.read(name)) pieces.push(piece)
      const bytes = Buffer.concat(pieces)
      const manifest = name === 'manifest.json' && JSON.parse(bytes.toString())
      manifest?.migrations?.push({ name: '9999_later.sql', checksum: 'x' })
      const content = manifest ? Buffer.from(JSON.stringify(manifest)) : bytes
      await written.add(name, content.length, [content])
    }
  })
  await archive.close()
  return newer
}

describe('a backup', () => {
  it('is one file for its owner alone, made beside the running portal and on record', async () => {
    const made = await backup()
    expect(made, made.stderr).toMatchObject({ code: 0 })
    expect(made.stdout).toMatch(/portal\.backup: \d+ rows of \d+ tables and 1 files, \d+ bytes\n$/)
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    const { items } = (await admin.get('/api/v1/audit?action=backup.made')).body
    expect(items).toHaveLength(1)
  })

  it('names a file that is damaged, saves all else, and says so by its exit code', async () => {
    const { key, bytes, place } = await portal.owner(async (tx) => {
      const { file_key } = await tx
        .selectFrom('document_versions')
        .select('file_key')
        .executeTakeFirstOrThrow()
      const place = path.join(portal.dataDir, 'files', 'documents', file_key)
      return { key: file_key, place, bytes: fs.readFileSync(place) }
    })
    fs.writeFileSync(place, Buffer.concat([bytes, Buffer.from('x')]))
    const made = await backup(path.join(folder, 'lossy.backup'))
    fs.writeFileSync(place, bytes)
    expect(made).toMatchObject({ code: 1, stdout: expect.stringContaining('and 0 files') })
    expect(made.stderr).toContain(`missing or damaged: the file ${key}`)
  })

  it('is refused over other data, and by a program that is older than itself', async () => {
    const over = await runCommand(portal, ['restore', file], undefined, { DATA_DIR: dataDir })
    expect(over).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('There is data in this database already'),
    })
    expect(await restore(await ofNewerProgram())).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('was made by a newer version of the portal (9999_later.sql)'),
    })
  })
})

describe('what was restored', () => {
  let restored: TestPortal
  let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
  beforeAll(async () => {
    const done = await restore(file)
    expect(done, done.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('signs in anew') })
    receiver = await startSmtpReceiver()
    restored = await startTestPortal(
      { DATA_DIR: dataDir, SMTP_URL: receiver.url, MAIL_FROM: 'portal@maker.example' },
      { database: target },
    )
  })
  afterAll(async () => {
    await restored?.close()
    await receiver?.close()
  })

  const enter = async ({ email }: Actor) => {
    const client = createClient(restored.url)
    return { client, answer: await client.signIn(email, PASSWORD) }
  }

  it('lets people in by password and app, ends every session, holds no code, and has the files', async () => {
    const old = createClient(restored.url)
    for (const [name, value] of admin.cookies) old.cookies.set(name, value)
    expect((await old.get('/api/v1/session')).status).toBe(401)
    const { rows } = await restored.owner((tx) =>
      sql`select from auth.mails union all select from auth.password_resets union all select from auth.recovery_codes`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([])

    const { client, answer } = await enter(member)
    expect(answer.body).toMatchObject({ code: 'second_factor_required' })
    // The step of before was kept: its code is not taken again, the next one's is.
    const code = codeOf(secret, 1)
    expect((await client.post('/api/auth/sign-in/second-factor', { code })).status).toBe(200)
    expect((await client.get('/api/v1/session')).body.tenant).toMatchObject({ name: 'Aster' })

    const staff = await enter(quality)
    const { body } = await staff.client.get(`/api/v1/documents/${document}/file`)
    expect(body).toContain('%PDF')
  })

  it('writes to nobody until an administrator says so', async () => {
    const { client: boss } = await enter(admin)
    expect((await confirm(createClient(restored.url))).status).toBe(401)
    expect((await confirm((await enter(quality)).client)).body.code).toBe('permission_denied')
    const parts = async () => (await boss.get('/api/v1/admin/health')).body.parts as Json[]
    expect((await parts())[0]).toMatchObject({
      part: 'restored',
      state: 'warn',
      facts: { at: expect.any(String) },
    })

    await createClient(restored.url).post('/api/auth/password/forgot', { email: quality.email })
    // Nobody takes what is in line, as often as they look.
    expect(await restored.signIn.mails.take()).toBeUndefined()
    const { rows } = await restored.owner((tx) => sql`select state from auth.mails`.execute(tx))
    expect(rows).toEqual([{ state: 'waiting' }])
    expect(await confirm(boss)).toMatchObject({ status: 200, body: { held: false } })
    await eventually(async () => receiver.mails.length === 1)
    expect(receiver.mails[0]?.to).toBe(quality.email)
    expect((await parts()).map(({ part }) => part)).not.toContain('restored')
  })

  it('has a whole trail that goes on', async () => {
    const { client: boss } = await enter(admin)
    expect((await boss.post('/api/v1/admin/audit/verify')).body).toMatchObject({ faults: [] })
    const acts = (await boss.get('/api/v1/audit?limit=100')).body.items.map(({ action }: Json) => action)
    expect(acts).toEqual(expect.arrayContaining(['backup.restored', 'backup.confirmed', 'audit.verified']))
    expect(acts).not.toContain('backup.made') // after the moment that the backup holds
  })
})
