import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/server/database/open-database.ts'
import { type Actor, aMember, aPerson, aStaffMember, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { addressOf, facts, sendFile } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { age, outcome } from '../support/second-factor.ts'
import { pdf } from '../support/smallest-pdf.ts'
import { addPasskey } from '../support/software-passkey.ts'

let portal: TestPortal
let database: Database
let quality: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  database = openDatabase(portal.location.login('portal_app'))
  quality = await aPerson(portal, { name: 'Quinn Quality', staff: { role: 'quality' } })
})
afterAll(async () => {
  await database?.close()
  await portal?.close()
})

const ADMIN = '/api/v1/admin/documents'
const AUTH = '/api/auth/second-factor'
const APPROVED = { version: 1, reason: 'Approved' }

async function aDraft(title = 'Certificate 7'): Promise<{ id: number; path: string }> {
  const { body } = await sendFile(portal.url, quality, addressOf('a.pdf', facts({ title })), pdf(title))
  return { id: body.id, path: `${ADMIN}/${body.id}/release` }
}
const statusOf = async (id: number) => (await quality.get(`${ADMIN}/${id}`)).body.versions[0].status
const post = (path: string, body: object, signing?: string) =>
  quality.send('POST', path, body, signing ? { headers: { 'x-portal-signing': signing } } : {})
const sign = (requests: object[], given: object = { password: PASSWORD }, who = quality) =>
  who.post(`${AUTH}/sign`, { ...given, requests })
/** What the database itself tells somebody of the signatures of a document. */
async function signaturesFor(who: Actor, id: number): Promise<object[]> {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const token = portal.signIn.cookies.readSession(cookie) as string
  const { rows } = await database.withTenant(token, (tx) =>
    sql<object>`select * from portal.version_signatures(${id}::int)`.execute(tx),
  )
  return rows
}
const asked = (path: string, body: object = APPROVED) => ({ method: 'POST', path, body })

describe('a signature (J7)', () => {
  it('is asked for each time, however fresh the session is', async () => {
    const { id, path } = await aDraft()
    const refused = await post(path, APPROVED)
    expect([...outcome(refused), refused.body.ways]).toEqual([401, 'signature_required', ['password']])
    expect(await statusOf(id)).toBe('draft')
    expect(outcome(await sign([asked(path)], { password: 'not-the-password-at-all' }))).toEqual([
      ...[422, 'invalid_password'],
    ])
    const { signing } = (await sign([asked(path)])).body
    expect((await post(path, APPROVED, signing)).status).toBe(200)
    const taken = { reason: 'A wrong limit' }
    expect(outcome(await post(`${ADMIN}/${id}/withdraw`, taken, signing))).toEqual([
      ...[401, 'signature_required'],
    ])
    expect(await statusOf(id)).toBe('available')
  })

  it('is not given by showing a second factor, nor old with the session', async () => {
    const { path } = await aDraft()
    await age(portal, quality.userId, 180)
    await quality.post(`${AUTH}/step-up`, { password: PASSWORD })
    expect(outcome(await post(path, APPROVED))).toEqual([401, 'signature_required'])
    await age(portal, quality.userId, 180)
    const { signing } = (await sign([asked(path)])).body
    expect((await post(path, APPROVED, signing)).status).toBe(200)
  })

  it('is of exactly what was signed, by this session, within five minutes, once', async () => {
    const one = await aDraft('One')
    const other = await aDraft('Other')
    const { signing } = (await sign([asked(one.path)])).body
    const colleague = createClient(portal.url)
    await colleague.signIn(quality.email, PASSWORD)
    const refusals: [string, () => Promise<{ status: number; body: Json }>][] = [
      ['another document', () => post(other.path, APPROVED, signing)],
      ['another version', () => post(one.path, { ...APPROVED, version: 2 }, signing)],
      ['another reason', () => post(one.path, { ...APPROVED, reason: 'Other' }, signing)],
      ['an invented one', () => post(one.path, APPROVED, 'x'.repeat(43))],
      [
        'another session',
        () => colleague.post(one.path, APPROVED, { headers: { 'x-portal-signing': signing } }),
      ],
    ]
    for (const [name, ask] of refusals)
      expect([name, ...outcome(await ask())]).toEqual([name, 401, 'signature_required'])
    await portal.owner((tx) =>
      sql`update auth.signings set signed_at = signed_at - interval '5 minutes'`.execute(tx),
    )
    expect(outcome(await post(one.path, APPROVED, signing))).toEqual([401, 'signature_required'])
    expect(await statusOf(one.id)).toBe('draft')
    const again = (await sign([asked(one.path)])).body.signing
    const all = await Promise.all(Array.from({ length: 4 }, () => post(one.path, APPROVED, again)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('covers a selection, each row once', async () => {
    const drafts = [await aDraft('A'), await aDraft('B'), await aDraft('C')]
    const { signing } = (await sign(drafts.slice(0, 2).map(({ path }) => asked(path)))).body
    const answers = []
    for (const { path } of drafts) answers.push((await post(path, APPROVED, signing)).status)
    expect(answers).toEqual([200, 200, 401])
  })

  it('is what nobody needs who may not do it at all', async () => {
    const { path } = await aDraft()
    const service = await aStaffMember(portal, 'customer_service')
    const viewer = await aMember(portal, await aTenant(portal), 'viewer')
    for (const who of [service, viewer]) {
      const { signing } = (await sign([asked(path)], undefined, who)).body
      const answer = await who.send('POST', path, APPROVED, { headers: { 'x-portal-signing': signing } })
      expect(outcome(answer)).toEqual([403, 'permission_denied'])
    }
    expect(
      outcome(
        await createClient(portal.url).post(`${AUTH}/sign`, { password: PASSWORD, requests: [asked(path)] }),
      ),
    ).toEqual([...[401, 'no_session']])
    expect(outcome(await sign([]))).toEqual([422, 'validation'])
  })

  it('is given with a passkey too, and one that was asked for something else is none', async () => {
    const signer = await aPerson(portal, { staff: { role: 'quality' } })
    const { passkey } = await addPasskey(signer, 'http://localhost')
    const { path } = await aDraft()
    const body = { ...APPROVED, reason: 'By passkey' }
    expect((await signer.send('POST', path, body)).body.ways).toEqual(['password', 'passkey'])
    const forStepUp = (await signer.post(`${AUTH}/step-up/passkey`, {})).body
    expect(outcome(await sign([asked(path, body)], { passkey: passkey.get(forStepUp) }, signer))).toEqual([
      ...[422, 'invalid_passkey'],
    ])
    const toSign = (await signer.post(`${AUTH}/sign/passkey`, {})).body
    const signed = await sign([asked(path, body)], { passkey: passkey.get(toSign) }, signer)
    expect(signed.status).toBe(200)
    const headers = { 'x-portal-signing': signed.body.signing }
    expect((await signer.send('POST', path, body, { headers })).status).toBe(200)
  })

  it('shows on the object: who, when, what it means, and of which content', async () => {
    const { id, path } = await aDraft()
    await quality.post(path, APPROVED)
    await quality.post(`${ADMIN}/${id}/withdraw`, { reason: 'A wrong limit' })
    const [version] = (await quality.get(`${ADMIN}/${id}`)).body.versions
    const signature = { by: 'Quinn Quality', at: expect.any(String), with: 'password' }
    expect(version.signatures).toEqual([
      { meaning: 'released', ...signature, checksum: version.checksum },
      { meaning: 'withdrawn', ...signature, checksum: version.checksum },
    ])
    // Also to those for whom it was released, and to nobody for whom it is not (21 CFR 11.50).
    const [mine, other] = [await aTenant(portal), await aTenant(portal)]
    const reader = await aMember(portal, mine)
    const stranger = await aMember(portal, other)
    const audience = { kind: 'tenants', tenantIds: [mine] }
    const sent = await sendFile(portal.url, quality, addressOf('c.pdf', facts({ audience })), pdf('c'))
    const certificate = `/api/v1/documents/${sent.body.id}`
    expect((await reader.get(certificate)).status).toBe(404)
    await quality.post(`${ADMIN}/${sent.body.id}/release`, APPROVED)
    const [released] = (await reader.get(certificate)).body.versions
    expect(released.signatures).toEqual([{ meaning: 'released', ...signature, checksum: released.checksum }])
    expect((await stranger.get(certificate)).status).toBe(404)
    // The function looks at who asks by itself.
    const told = (who: Actor) => signaturesFor(who, sent.body.id)
    expect([(await told(reader)).length, await told(stranger)]).toEqual([1, []])
    // A version that is a draft shows nobody anything.
    await sendFile(portal.url, quality, `${ADMIN}/${sent.body.id}/versions?name=d.pdf`, pdf('d'))
    expect((await reader.get(certificate)).body.versions).toHaveLength(1)
    // Under the name of that day.
    await portal.owner((tx) =>
      tx.updateTable('profiles').set({ name: 'Quinn Other' }).where('user_id', '=', quality.userId).execute(),
    )
    expect((await quality.get(`${ADMIN}/${id}`)).body.versions[0].signatures[0].by).toBe('Quinn Quality')
  })
})
