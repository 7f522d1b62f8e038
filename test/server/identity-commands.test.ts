import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { createClient } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let superuser: Superuser
let first: string
let second: string
const PASSWORD = 'quiet-lantern-over-42'

const run = (...parameters: string[]) => runCommand(portal, parameters)
const person = (email: string, tenant: string, role = 'viewer', password = PASSWORD) =>
  run('create-user', '--email', email, '--password', password, '--tenant', tenant, '--role', role)

beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  const made = await Promise.all(
    ['Aster', 'Bluebell'].map((name) => run('create-tenant', '--name', name, '--client-code', name)),
  )
  ;[first, second] = made.map(({ stdout }) => stdout.trim()) as [string, string]
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

const tenantsOf = async (email: string) => {
  const client = createClient(portal.url)
  const { status } = await client.signIn(email, PASSWORD)
  const { body } = await client.get('/api/v1/session')
  return { status, tenants: body.memberships?.map((m: { tenantName: string }) => m.tenantName), body }
}

describe('people at the command line', () => {
  it('refuses in one line what cannot be', async () => {
    const cases: [Promise<{ code: number | null; stdout: string; stderr: string }>, RegExp][] = [
      [person('no address', first), /"no address" is not an e-mail address\.$/m],
      [person('a@test.example', first, 'viewer', 'short'), /15/],
      [person('a@test.example', first, 'emperor'), /There is no tenant role "emperor"\. Roles: .*viewer/],
      [person('a@test.example', 'x'), /"x" is not the id of a tenant/],
      [run('create-key', '--scope', 'all'), /scope/],
    ]
    for (const [ran, said] of cases) {
      const { code, stdout, stderr } = await ran
      expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(said)
    }
    expect((await tenantsOf('a@test.example')).status).toBe(401)
  })

  it('lets one person enter two clients, with one account and one password', async () => {
    expect(await person('Two@Test.example', first)).toMatchObject({ code: 0 })
    expect(await tenantsOf('two@test.example')).toMatchObject({ status: 200, tenants: ['Aster'] })

    const again = await person('two@test.example', second, 'tenant_admin', 'another-quiet-lantern-42')
    expect(again, again.stderr).toMatchObject({ code: 0 })
    expect(again.stdout).toContain('can enter this client too')
    expect((await tenantsOf('two@test.example')).tenants.toSorted()).toEqual(['Aster', 'Bluebell'])

    const third = await person('two@test.example', second)
    expect(third).toMatchObject({ code: 1, stdout: '' })
    expect(third.stderr).toContain('This person belongs to that client already.')
    expect(
      await superuser.rows(`select tenant_id, new from audit_log where action = 'member.added'`),
    ).toEqual([{ tenant_id: Number(second), new: { tenantId: Number(second), role: 'tenant_admin' } }])
  })

  it('makes no administrator of somebody who has an account', async () => {
    expect(await person('plain@test.example', first)).toMatchObject({ code: 0 })
    const made = await run('create-admin', '--email', 'plain@test.example', '--password', PASSWORD)
    expect(made).toMatchObject({ code: 1, stdout: '' })
    expect(made.stderr).toContain('plain@test.example has an account already.')
    expect((await tenantsOf('plain@test.example')).body.role).toBe('viewer')
  })
})
