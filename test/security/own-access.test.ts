import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccount, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { startSmsReceiver } from '../support/sms-receiver.ts'
import { mountedRoutes } from './support/contracts.ts'
import { openSession, type Refusal, type Session } from './support/principals.ts'
import { connectSuperuser, type Superuser } from './support/superuser.ts'

let portal: TestPortal
let superuser: Superuser
let receiver: Awaited<ReturnType<typeof startSmsReceiver>>
let tenant: number
let strict: number
beforeAll(async () => {
  receiver = await startSmsReceiver()
  portal = await startTestPortal({ SMS_WEBHOOK_URL: receiver.url })
  superuser = await connectSuperuser(portal.location)
  tenant = await aTenant(portal)
  strict = await aTenant(portal)
  await superuser.query('update tenants set allows_temporary = id = $1, requires_second_factor = id = $2', [
    tenant,
    strict,
  ])
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
  await receiver?.close()
})

type Asker = { userId: string; email: string; cookie: string }
type Access = Parameters<typeof anAccount>[1]
const TRAVELLING = '+15145550142'

/** An account with a session in a tenant. What is to be true of it before, `first` does. */
async function come(
  access: Access,
  session: Partial<Session>,
  first: (userId: string) => Promise<unknown> = async () => {},
): Promise<Asker> {
  const { userId, email } = await anAccount(portal, access)
  await first(userId)
  const cookie = await openSession({ portal, superuser }, { userId, tenantId: tenant, ...session })
  return { userId, email, cookie }
}

/** By a code, and with a password all the same, which nobody gives such an account: that it is temporary is enough. */
const temporary = () =>
  come({}, {}, (userId) =>
    superuser.query(
      `insert into auth.temporary_access (user_id, tenant_id, role, email, code_hash, uses, issued_by, ends_at)
       values ($1, $2, 'viewer', $1 || '@test.example', sha256(convert_to($1, 'utf8')), 1, $1, now() + interval '1 day')`,
      [userId, tenant],
    ),
  )
const viewing = () => come({ globalAdmin: true }, { views: 'tenant_admin' })
const deactivated = () =>
  come({ memberships: [{ tenantId: tenant, role: 'tenant_admin' }] }, {}, (userId) =>
    superuser.query('update profiles set deactivated_at = now() where user_id = $1', [userId]),
  )
const toEnrol = () =>
  come({ memberships: [{ tenantId: strict, role: 'tenant_admin' }] }, { tenantId: strict })
/** An app, a passkey and a number, none of which this session has shown. */
const notShown = () =>
  come({ globalAdmin: true }, { tenantId: null }, (userId) =>
    superuser.query(
      `with f as (insert into auth.second_factors (user_id, secret, enrolled_at, app_at) values ($1, 'x', now(), now())),
            p as (insert into auth.passkeys (id, user_id, public_key, counter, transports, name)
              values (sha256(convert_to($1, 'utf8')), $1, 'k', 0, '{}', 'Laptop'))
       insert into auth.sms_numbers (user_id, number) values ($1, $2)`,
      [userId, TRAVELLING],
    ),
  )

const READ_ONLY: Refusal = [403, 'read_only_session']
const NO_SESSION: Refusal = [401, 'no_session']
const NOT_SHOWN: Refusal = [401, 'second_factor_required']
/** 200, and what else is not the session's affair: there is no such thing, or what was given is wrong. */
type Outcome = Refusal | 200

const AUTH = '/api/auth/second-factor'
const password = PASSWORD
const passkey = { id: 'AAAA', response: {} }

/**
 * What changes one's own access, or leads to it: as whoever must set a second factor up first, which all of it is open to, and
 * as who has one that was not shown. A session that only looks, and one whose account is closed, is refused everywhere.
 */
const REQUESTS: [route: string, body: object, toEnrol: Outcome, notShown: Outcome][] = [
  [`${AUTH}/begin`, { password }, 200, NOT_SHOWN],
  [`${AUTH}/confirm`, { code: '123456' }, [422, 'invalid_code'], [409, 'set_up_again']],
  [`${AUTH}/recovery-codes`, {}, [409, 'no_second_factor'], NOT_SHOWN],
  [`${AUTH}/remove`, { password }, [409, 'no_second_factor'], NOT_SHOWN],
  [`${AUTH}/step-up`, { password }, 200, NOT_SHOWN],
  [`${AUTH}/step-up/passkey`, {}, 200, 200],
  // What is signed is done by a request of its own, which asks for the rest.
  [`${AUTH}/sign`, { password, requests: [{ method: 'POST', path: '/x', body: {} }] }, 200, 200],
  [`${AUTH}/sign/passkey`, {}, 200, 200],
  [`${AUTH}/step-up/sms`, {}, [409, 'set_up_again'], 200],
  [`${AUTH}/passkeys/begin`, { password }, 200, NOT_SHOWN],
  [`${AUTH}/passkeys/confirm`, { name: 'Mine', passkey }, [422, 'invalid_passkey'], [422, 'invalid_passkey']],
  [`${AUTH}/passkeys/rename`, { id: 'ab', name: 'Mine' }, [404, 'not_found'], NOT_SHOWN],
  [`${AUTH}/sms/begin`, { password, number: '+15145550199' }, 200, NOT_SHOWN],
  [`${AUTH}/sms/again`, {}, [429, 'rate_limited'], [409, 'set_up_again']],
  [`${AUTH}/sms/confirm`, { sms: '123456' }, [422, 'invalid_sms'], [422, 'invalid_sms']],
  [
    '/api/auth/password/change',
    { current: PASSWORD, password: 'a-quiet-lantern-by-9' },
    [401, 'enrolment_required'],
    NOT_SHOWN,
  ],
]
/** These ask for a link or half a sign-in, whoever is signed in besides. */
const BY_LINK: [route: string, body: object, outcome: Refusal][] = [
  ['/api/auth/sign-in/second-factor', { code: '123456' }, [401, 'sign_in_again']],
  ['/api/auth/sign-in/second-factor/passkey', {}, [401, 'sign_in_again']],
  ['/api/auth/sign-in/second-factor/sms', {}, [401, 'sign_in_again']],
  ['/api/auth/password/reset', { token: 'x', password: 'a-quiet-lantern-by-9' }, [404, 'link_void']],
  ['/api/auth/invitation/accept', { token: 'x' }, [404, 'link_void']],
  ['/api/auth/email/confirm', { token: 'x' }, [404, 'link_void']],
  ['/api/auth/unsubscribe/look', { token: 'x' }, [404, 'unsubscribe_void']],
  ['/api/auth/unsubscribe/confirm', { token: 'x' }, [404, 'unsubscribe_void']],
  [
    '/api/auth/set-up',
    {
      ...{ token: 'x', name: 'Ada', email: 'ada@test.example', password: 'a-quiet-lantern-by-9' },
      company: { legalName: 'A', currency: 'CAD', language: 'en' },
    },
    [404, 'set_up_void'],
  ],
]
/** Before there is any session, at its end, or by somebody who looks at a link. */
const WITHOUT = [
  '/api/auth/sign-in/email',
  '/api/auth/sign-in/temporary',
  '/api/auth/sign-out',
  '/api/auth/password/forgot',
  ...['password', 'invitation', 'email', 'set-up'].map((link) => `/api/auth/${link}/look`),
]

const post = async (path: string, body: object, cookie = '') => {
  const { status, body: said } = await createClient(portal.url).post(path, body, { headers: { cookie } })
  return status === 200 ? 200 : [status, said.code]
}

/** All that says how somebody comes in; and that nothing was sent to anybody. */
const waysOf = ({ userId, email }: Asker) =>
  superuser.rows(
    `select (select jsonb_agg(a.password) from auth.accounts a where a.user_id = $1) as passwords,
            (select to_jsonb(f) from auth.second_factors f where f.user_id = $1) as factor,
            (select jsonb_agg(k) from auth.passkeys k where k.user_id = $1) as passkeys,
            (select jsonb_agg(n) from auth.sms_numbers n where n.user_id = $1) as numbers,
            (select jsonb_agg(c) from auth.recovery_codes c where c.user_id = $1) as codes,
            (select count(*) from auth.mails m where m.to_email = $2) as mails,
            (select jsonb_agg(s order by s.id) from auth.sessions s where s.user_id = $1) as sessions`,
    [userId, email],
  )

describe('one’s own access, by who may not change it', () => {
  it('knows every request of sign-in that the server takes', () => {
    const known = [...REQUESTS, ...BY_LINK].map(([path]) => path)
    const mounted = mountedRoutes().filter((route) => route.startsWith('POST /api/auth/'))
    expect(mounted.map((route) => route.slice('POST '.length)).toSorted()).toEqual(
      [...known, ...WITHOUT].toSorted(),
    )
  })

  it.each([
    ['a temporary access', temporary, READ_ONLY],
    ['an administrator who looks as a role', viewing, READ_ONLY],
    ['a deactivated account whose session is still there', deactivated, NO_SESSION],
    ['nobody', async (): Promise<Asker> => ({ userId: '', email: '', cookie: '' }), NO_SESSION],
  ] as const)('%s is refused everything, and nothing changes', async (who, make, refusal) => {
    const asker = await make()
    const before = await waysOf(asker)
    const sent = receiver.sentTo(TRAVELLING).length
    for (const [path, body] of REQUESTS) {
      // To a closed account its own password is a wrong one: its other requests have a session that sees nothing.
      const closed = who.startsWith('a deactivated') && path.endsWith('/password/change')
      expect([path, await post(path, body, asker.cookie)]).toEqual([
        path,
        closed ? [422, 'validation'] : refusal,
      ])
    }
    expect(await waysOf(asker)).toEqual(before)
    expect(receiver.sentTo(TRAVELLING)).toHaveLength(sent)
  })

  it('who must set up a second factor first may do that, and no more', async () => {
    const asker = await toEnrol()
    for (const [path, body, outcome] of REQUESTS)
      expect([path, await post(path, body, asker.cookie)]).toEqual([path, outcome])
  })

  it('who has not shown the second factor may show it, and no more', async () => {
    const asker = await notShown()
    const before = await waysOf(asker)
    for (const [path, body, , outcome] of REQUESTS)
      expect([path, await post(path, body, asker.cookie)]).toEqual([path, outcome])
    expect(await waysOf(asker)).toEqual(before)
  })

  it.each([
    ['temporary', temporary],
    ['viewing', viewing],
    ['deactivated', deactivated],
    ['not yet enrolled', toEnrol],
    ['not shown', notShown],
  ] as const)('a session (%s) is no link and no half of a sign-in', async (_, make) => {
    const asker = await make()
    const before = await waysOf(asker)
    await superuser.query('delete from auth.rate_windows')
    for (const [path, body, outcome] of BY_LINK)
      expect([path, await post(path, body, asker.cookie)]).toEqual([path, outcome])
    expect(await waysOf(asker)).toEqual(before)
  })

  it('an invitation is taken by no session that only looks', async () => {
    const asker = await temporary()
    const token = 'an-invitation-for-a-guest'
    await superuser.query(
      `insert into auth.invitations (tenant_id, email, role, token_hash, ends_at)
       values ($1, $2, 'viewer', $3, now() + interval '1 day')`,
      [strict, asker.email, createHash('sha256').update(token).digest()],
    )
    await superuser.query('delete from auth.rate_windows')
    expect(await post('/api/auth/invitation/accept', { token }, asker.cookie)).toEqual(READ_ONLY)
    expect(await superuser.value('select count(*) from members where user_id = $1', [asker.userId])).toBe(0)
  })
})
