import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember, anAccount, anAdministrator, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let superuser: Superuser
let tenant: number
let administrator: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  tenant = await aTenant(portal, { name: 'Fjord' })
  administrator = await anAdministrator(portal)
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

const USERS = '/api/v1/admin/users'
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const deactivate = (userId: string) =>
  administrator.post(`${USERS}/${userId}/state`, { state: 'deactivated' })
const erase = (userId: string, email: string, asker = administrator) =>
  asker.post(`${USERS}/${userId}/erasure`, { email })
const invite = (...emails: string[]) =>
  administrator.post('/api/v1/admin/user-invitations', {
    emails,
    as: { kind: 'tenant', tenantId: tenant, role: 'viewer' },
  })
const trail = async (search: Record<string, string>) =>
  (await administrator.get(`/api/v1/audit?${new URLSearchParams(search)}`)).body.items
const broken = () => superuser.rows('select * from verify_audit()')

/** The tables in which one of the words stands, whatever the column. */
async function tablesSaying(words: string[]): Promise<string[]> {
  const tables = await superuser.rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r'
        and c.relnamespace in ('auth'::regnamespace, 'portal'::regnamespace)`,
  )
  const found: string[] = []
  for (const { name } of tables)
    if (
      await superuser.value(
        `select exists (select from ${name} x where x::text ilike any (select '%' || w || '%' from unnest($1::text[]) w))`,
        [words],
      )
    )
      found.push(name)
  return found.toSorted()
}

describe('the erasure of a person (D10)', () => {
  it('is an administrator’s, of an account that is deactivated, named by its address', async () => {
    const someone = await anAccount(portal)
    expect(said(await createClient(portal.url).post(`${USERS}/x/erasure`, { email: 'a@b.example' }))).toEqual(
      [401, 'no_session'],
    )
    expect(
      said(await erase(someone.userId, someone.email, await aMember(portal, tenant, 'tenant_admin'))),
    ).toEqual([403, 'permission_denied'])
    expect(said(await erase('nobody', someone.email))).toEqual([404, 'not_found'])
    expect(said(await erase(someone.userId, 'no address'))).toEqual([422, 'validation'])
    expect(said(await erase(someone.userId, someone.email))).toEqual([409, 'still_active'])
    await deactivate(someone.userId)
    expect(said(await erase(someone.userId, 'another@test.example'))).toEqual([409, 'other_address'])
    expect((await administrator.get(`${USERS}/${someone.userId}`)).body.email).toBe(someone.email)
    expect((await erase(someone.userId, someone.email.toUpperCase())).status).toBe(200)
    expect(said(await administrator.get(`${USERS}/${someone.userId}`))).toEqual([404, 'not_found'])
    expect(said(await erase(someone.userId, someone.email))).toEqual([404, 'not_found'])
  })

  it('leaves no address, present or former, and no number anywhere, and every chain whole', async () => {
    const person = await aMember(portal, tenant, 'viewer')
    const former = person.email
    const present = 'renamed-person@test.example'
    const { version } = (await person.get('/api/v1/profile')).body
    const changed = await person.send('PATCH', '/api/v1/profile', { version, phone: '+1 514 555-0199' })
    expect(changed.status).toBe(200)
    const wish = { email: present, reason: 'married' }
    expect((await administrator.post(`${USERS}/${person.userId}/email`, wish)).status).toBe(200)
    expect((await invite(present, 'somebody-else@test.example')).status).toBe(200)
    await administrator.post('/api/v1/admin/temporary-access', {
      ...{ email: present, tenantId: tenant, role: 'viewer' },
    })
    await deactivate(person.userId)
    const [before] = await trail({ action: 'user.email_changed' })
    expect([before.old, before.new]).toEqual([
      { email: former, reason: null },
      { email: present, reason: 'married' },
    ])
    expect(await tablesSaying([former, present, '555-0199'])).not.toEqual([])

    const { status, body } = await erase(person.userId, present)
    expect(status).toBe(200)
    const kept = body.report.find(({ table }: Json) => table === 'audit_sealed')
    expect([kept.did, kept.rows >= 4]).toEqual(['kept', true])
    expect(await tablesSaying([former, present, '555-0199'])).toEqual(['audit_sealed'])
    expect(await broken()).toEqual([])
    const [after] = await trail({ action: 'user.email_changed' })
    expect([after.old, after.new, after.hash], 'the trail keeps it beside the hash').toEqual([
      ...[before.old, before.new, before.hash],
    ])
    const [row] = await trail({ action: 'user.erased', search: person.userId })
    expect([row.new, row.actor]).toEqual([{ erased: true, rows: expect.any(Number) }, administrator.userId])
    const again = ['erase-person', '--email', former, '--records-ended']
    expect((await runCommand(portal, again)).stdout).toMatch(/audit_sealed: \d+ deleted/)
    expect(await tablesSaying([former, present, '555-0199'])).toEqual([])
    expect(await broken()).toEqual([])
    const [ended] = await trail({ action: 'user.email_changed' })
    expect([ended.old, ended.new, ended.hash]).toEqual([
      { email: { erased: true }, reason: null },
      { email: { erased: true }, reason: 'married' },
      before.hash,
    ])
    // Of a list each is a person of their own.
    const [invited] = await trail({ action: 'user.invited' })
    expect(JSON.stringify(invited.new)).toContain('somebody-else@test.example')
    expect(JSON.stringify(invited.new)).not.toContain(present)
    expect((await invite(present)).body.invited).toEqual([present])
  })

  it('is the operator’s for somebody who was only invited', async () => {
    const run = (email: string) => runCommand(portal, ['erase-person', '--email', email])
    await invite('only-invited@test.example')
    expect(await run(administrator.email)).toMatchObject({ code: 1 })
    expect((await run('unheard-of@test.example')).stderr).toContain(
      'Nothing is known of unheard-of@test.example.',
    )
    expect((await run('Only-Invited@test.example')).stdout.trim().split('\n')).toEqual([
      'Erased.',
      'mails: 1 deleted',
      'invitations: 1 deleted',
      'audit_sealed: 1 kept until the retention of the record ends',
    ])
    expect(await tablesSaying(['only-invited@test.example'])).toEqual(['audit_sealed'])
    expect(await broken()).toEqual([])
  })
})

describe('what the trail says of a person, beside the trail', () => {
  it('is erased or not changed at all, by its owner neither', async () => {
    await invite('sealed@test.example')
    for (const statement of [
      `update audit_sealed set value = '"another@test.example"'`,
      `update audit_sealed set seq = seq + 1, value = null, salt = null, about = '{}'`,
      'delete from audit_sealed',
      'truncate audit_sealed',
    ])
      await expect(superuser.query(statement), statement).rejects.toThrow('is erased, or not changed at all')
  })

  it.each([
    [
      'changed',
      `update audit_sealed set value = '"another@test.example"' where digest = $1`,
      /says another thing/,
    ],
    ['taken away', 'delete from audit_sealed where digest = $1', /is missing/],
    ['moved to another row', 'update audit_sealed set seq = seq + 1 where digest = $1', /is missing/],
  ])('is found when it was %s', async (_, statement, problem) => {
    await invite(`found-${crypto.randomUUID()}@test.example`)
    const [last] = await superuser.rows<{ digest: Buffer; seq: number }>(
      'select digest, seq from audit_sealed where tenant_id = $1 order by seq desc limit 1',
      [tenant],
    )
    await superuser.query('begin')
    await superuser.tamper()
    await superuser.query(statement, [last?.digest])
    expect(await broken()).toEqual([
      { tenant_id: tenant, seq: last?.seq, problem: expect.stringMatching(problem) },
    ])
    await superuser.query('rollback')
    expect(await broken()).toEqual([])
  })
})
