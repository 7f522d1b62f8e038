import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailWorker } from '../../src/platform/server/mail/mail-worker.ts'
import { openSmtp } from '../../src/platform/server/mail/smtp-transport.ts'
import { createUnsubscribeLinks } from '../../src/platform/server/mail/unsubscribe-links.ts'
import { aMember, anAccount, anAdministrator, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { type Manner, startSmtpReceiver } from '../support/smtp-receiver.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const NEW = 'a-quiet-lantern-by-9'
const visitor = () => createClient(portal.url)
const forget = (email: string) => visitor().post('/api/auth/password/forgot', { email })
const look = (token: string) => visitor().post('/api/auth/password/look', { token })
const reset = (token: string, password = NEW) =>
  visitor().post('/api/auth/password/reset', { token, password })
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const mailsTo = (email: string) =>
  peek(
    portal,
    'select id, kind, language, state, secret, problem from auth.mails where to_email = $1 order by id',
    [email],
  )
/** The link of the newest mail, as its reader has it. */
async function linkTo(email: string): Promise<string> {
  await forget(email)
  return (await mailsTo(email)).findLast(({ kind }) => kind === 'reset_link')?.secret
}
const quietly = async () => {
  await portal.owner((tx) => sql`delete from auth.rate_windows`.execute(tx))
}

describe('a forgotten password', () => {
  it('refuses what is no wish: form, foreign origin, missing and unknown fields, links that never were', async () => {
    expect(said(await visitor().post('/api/auth/password/forgot', {}))).toEqual([422, 'validation'])
    expect(
      said(await visitor().post('/api/auth/password/reset', { token: 'x', password: 'y', userId: 'z' })),
    ).toEqual([422, 'validation'])
    const foreign = { headers: { origin: 'https://evil.example' } }
    expect(said(await visitor().post('/api/auth/password/forgot', { email: 'a@b.c' }, foreign))).toEqual([
      403,
      'origin_not_allowed',
    ])
    expect(said(await look('x'.repeat(43)))).toEqual([404, 'link_void'])
    expect(said(await reset('x'.repeat(43)))).toEqual([404, 'link_void'])
  })

  it('answers and writes alike whether the account exists, and tells nobody of an unknown one', async () => {
    const { email } = await anAccount(portal)
    const [known, unknown] = [await forget(` ${email.toUpperCase()} `), await forget('nobody@test.example')]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(await mailsTo(email)).toMatchObject([{ kind: 'reset_link', state: 'waiting' }])
    expect(await mailsTo('nobody@test.example')).toMatchObject([{ state: 'void', secret: null }])
    const administrator = await anAdministrator(portal)
    const shown = JSON.stringify((await administrator.get('/api/v1/admin/mails')).body)
    expect([shown.includes(email), shown.includes('nobody@test.example')]).toEqual([true, false])
  })

  it('is mended once: the new password counts, sessions end, locks open, a mail tells, the trail knows', async () => {
    await quietly()
    const member = await aMember(portal, await aTenant(portal))
    for (let i = 0; i < 6; i++) await visitor().signIn(member.email, 'wrong-wrong-wrong')
    expect(said(await visitor().signIn(member.email, PASSWORD))).toEqual([401, 'invalid_credentials'])
    const older = await linkTo(member.email)
    const token = await linkTo(member.email)
    expect((await look(token)).body.email).toBe(member.email)
    expect((await reset(token, 'short')).body.errors).toMatchObject([{ path: 'password', code: 'short' }])
    const parallel = await Promise.all([1, 2, 3, 4].map(() => reset(token)))
    expect(parallel.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
    expect(said(await reset(older))).toEqual([404, 'link_void'])
    expect((await member.get('/api/v1/session')).status).toBe(401)
    expect((await visitor().signIn(member.email, PASSWORD)).status).toBe(401)
    expect((await visitor().signIn(member.email, NEW)).status).toBe(200)
    expect((await mailsTo(member.email)).map(({ kind }) => kind)).toEqual([
      'locked',
      'reset_link',
      'reset_link',
      'password_changed',
    ])
    expect((await mailsTo(member.email)).filter(({ secret }) => secret !== null)).toEqual([])
    const trail = await peek(
      portal,
      `select action, old, new from portal.audit_log where actor = $1 and action like 'password%' order by seq`,
      [member.userId],
    )
    expect(trail.map(({ action }) => action)).toEqual([
      'password.reset_asked',
      'password.reset_asked',
      'password.reset',
    ])
    const kept = JSON.stringify([
      trail,
      portal.lines,
      await peek(portal, 'select * from auth.password_resets'),
    ])
    for (const secret of [token, older, NEW]) expect(kept).not.toContain(secret)
  })

  it('opens the locks of every device, whichever it is mended from, and takes none that everybody tries first', async () => {
    await quietly()
    const member = await aMember(portal, await aTenant(portal))
    // The device that the member signed in from is known: it counts for itself.
    const known = visitor()
    expect((await known.signIn(member.email, PASSWORD)).status).toBe(200)
    const phone = visitor()
    for (let i = 0; i < 6; i++) await phone.signIn(member.email, 'wrong-wrong-wrong')
    expect((await phone.signIn(member.email, PASSWORD)).status).toBe(401)
    const token = await linkTo(member.email)
    const mend = (password: string) => known.post('/api/auth/password/reset', { token, password })
    expect((await mend('Manchester-United-99')).body.errors).toMatchObject([
      { path: 'password', code: 'common' },
    ])
    expect((await mend(NEW)).status).toBe(200)
    expect((await phone.signIn(member.email, NEW)).status).toBe(200)
  })

  it('a link ends after half an hour, and three are sent at most', async () => {
    await quietly()
    const { email } = await anAccount(portal)
    const token = await linkTo(email)
    await portal.owner((tx) =>
      sql`update auth.password_resets set ends_at = now() - interval '1 second'`.execute(tx),
    )
    expect(said(await reset(token))).toEqual([404, 'link_void'])
    for (let i = 0; i < 4; i++) expect((await forget(email)).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(3)
  })

  it('of fifty wrong passwords at once five are looked at, and one mail tells of the lock', async () => {
    const { email } = await anAccount(portal)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => visitor().signIn(email.toUpperCase(), 'wrong-wrong-wrong')),
    )
    expect([...new Set(answers.map(({ status }) => status))].filter((s) => ![401, 429].includes(s))).toEqual(
      [],
    )
    const reasons = await peek(
      portal,
      `select new ->> 'reason' as reason, count(*)::int as n from portal.audit_log
        where action = 'session.sign_in_failed' and actor = (select id from auth.users where email = $1) group by 1`,
      [email],
    )
    expect(reasons.find(({ reason }) => reason === 'wrong')?.n ?? 0).toBeLessThanOrEqual(5)
    for (let i = 0; i < 6; i++) await visitor().signIn(email, 'wrong-wrong-wrong')
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['locked'])
  })
})

describe('the outbox', () => {
  it('is for administrators who look at everything', async () => {
    expect((await visitor().get('/api/v1/admin/mails')).status).toBe(401)
    const member = await aMember(portal, await aTenant(portal))
    expect((await member.get('/api/v1/admin/mails')).status).toBe(403)
  })

  it('are found by a part of the address and by their state, all of them counted', async () => {
    const administrator = await anAdministrator(portal)
    await quietly()
    const { email } = await anAccount(portal)
    await linkTo(email)
    const found = async (query: string) => {
      const { status, body } = await administrator.get(`/api/v1/admin/mails?${query}`)
      return status === 200 ? [body.total, body.items.map(({ to }: Json) => to)] : [status, body.code]
    }
    const part = email.slice(2, 12).toUpperCase()
    expect(await found(`search=${part}`)).toEqual([1, [email]])
    expect(await found(`search=${part}&state=waiting`)).toEqual([1, [email]])
    expect(await found(`search=${part}&state=failed`)).toEqual([0, []])
    expect(await found(`search=${encodeURIComponent('%_%')}`)).toEqual([0, []])
    expect(await found('state=void')).toEqual([422, 'validation'])
  })

  it('masks what a mail opens; showing it is on record and told to the reader', async () => {
    await quietly()
    const { email } = await anAccount(portal, { language: 'fr-CA' })
    const token = await linkTo(email)
    const administrator = await anAdministrator(portal)
    const { body } = await administrator.get('/api/v1/admin/mails?limit=1')
    expect(body).toMatchObject({ sends: false, items: [{ to: email, revealable: true, state: 'waiting' }] })
    expect(body.items[0].text).toContain('/reset#••••••')
    expect(JSON.stringify(body)).not.toContain(token)
    expect(
      (await administrator.get(`/api/v1/admin/mails?limit=1&cursor=${body.nextCursor}`)).body.items[0].id,
    ).toBe(body.items[0].id - 1)
    const reveal = (id: number) => administrator.post(`/api/v1/admin/mails/${id}/reveal`, {})
    expect((await reveal(body.items[0].id)).body).toEqual({ link: `/reset#${token}` })
    expect((await mailsTo(email)).map(({ kind, language }) => [kind, language])).toEqual([
      ['reset_link', 'fr-CA'],
      ['mail_revealed', 'fr-CA'],
    ])
    expect((await reset(token)).status).toBe(200)
    expect(said(await reveal(body.items[0].id))).toEqual([404, 'not_found'])
    expect(JSON.stringify(await peek(portal, 'select * from portal.audit_log'))).not.toContain(token)
  })
})

describe('what is old', () => {
  it('goes by itself: mails after 90 days, those to nobody at once, links and invitations that ran out', async () => {
    const tenant = await aTenant(portal)
    const head = await aMember(portal, tenant, 'tenant_admin')
    const emails = ['fresh', 'ran-out', 'forgotten'].map((name) => `${name}-${tenant}@test.example`)
    await head.post('/api/v1/members/invitations', { emails, role: 'viewer' })
    const { email } = await anAccount(portal)
    await forget(email)
    await forget(`nobody-${tenant}@test.example`)
    for (const [name, days] of [
      ['ran-out', 29],
      ['forgotten', 31],
    ] as const)
      await peek(
        portal,
        `update auth.invitations set ends_at = now() - make_interval(days => $2) where email = $1`,
        [`${name}-${tenant}@test.example`, days],
      )
    const old = `update auth.mails set created_at = now() - interval '91 days' where to_email = $1`
    await peek(portal, old, [emails[2]])
    await peek(portal, `update auth.mails set created_at = now() - interval '2 hours' where state = 'void'`)
    await peek(portal, `update auth.password_resets set ends_at = now() - interval '1 minute'`)
    await portal.signIn.mails.sweep()
    expect(
      await peek(portal, 'select email from auth.invitations where tenant_id = $1 order by id', [tenant]),
    ).toEqual([{ email: emails[0] }, { email: emails[1] }])
    expect(await mailsTo(emails[2] as string)).toEqual([])
    expect(await mailsTo(emails[1] as string)).toHaveLength(1)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await peek(portal, `select id from auth.mails where state = 'void'`)).toEqual([])
    expect(await peek(portal, 'select user_id from auth.password_resets')).toEqual([])
  })
})

describe('over SMTP', () => {
  it('no link is shown, whoever asks: the mail is on its way to its reader', async () => {
    const receiver = await startSmtpReceiver()
    // Nobody there, so that the mail waits and its link is still in the outbox.
    receiver.behave('later')
    const sending = await startTestPortal({ SMTP_URL: receiver.url, MAIL_FROM: 'portal@maker.example' })
    try {
      const { email } = await anAccount(sending)
      await createClient(sending.url).post('/api/auth/password/forgot', { email })
      const administrator = await anAdministrator(sending)
      const { body } = await administrator.get('/api/v1/admin/mails')
      expect(body).toMatchObject({ sends: true, items: [{ to: email, revealable: false }] })
      const reveal = (as: typeof administrator) =>
        as.post(`/api/v1/admin/mails/${body.items[0].id}/reveal`, {})
      expect(said(await reveal(await aMember(sending, await aTenant(sending))))).toEqual([
        403,
        'permission_denied',
      ])
      const refused = await reveal(administrator)
      expect(said(refused)).toEqual([409, 'mail_is_sent'])
      const kept = await peek(sending, 'select secret from auth.mails where to_email = $1', [email])
      expect(kept).toEqual([{ secret: expect.any(String) }])
      expect(JSON.stringify(refused.body)).not.toContain(kept[0]?.secret)
      expect(await peek(sending, `select from portal.audit_log where action = 'mail.revealed'`)).toEqual([])
    } finally {
      await sending.close()
      await receiver.close()
    }
  })

  const INSTALLATION = '6f1f5c1e'
  const CASES: [Manner, string, number][] = [
    ['take', 'sent', 1],
    ['refuse', 'failed', 0],
    ['later', 'waiting', 0],
    ['vanish', 'unsure', 1],
  ]
  it.each(CASES)(
    'a mail that the server would %s is %s, and arrives %i times',
    async (manner, state, arrives) => {
      await portal.owner((tx) => sql`delete from auth.mails`.execute(tx))
      await quietly()
      const { email } = await anAccount(portal, { language: 'fr-CA' })
      const token = await linkTo(email)
      const receiver = await startSmtpReceiver()
      receiver.behave(manner)
      const workers = [1, 2].map(() =>
        startMailWorker({
          mails: portal.signIn.mails,
          transport: openSmtp(receiver.url, 'Lotline <portal@maker.example>', INSTALLATION),
          log: pino({ level: 'silent' }),
          origin: 'https://portal.example',
          unsubscribe: createUnsubscribeLinks(portal.secrets.hashing),
          sender: () => ({
            brandName: 'Lotline',
            legalName: 'Fjord & fils',
            address: '12, rue du Quai\nRimouski',
          }),
        }),
      )
      try {
        const now = async () => (await mailsTo(email))[0]
        await expect
          .poll(async () => [(await now()).state, (await now()).problem !== null], { timeout: 20_000 })
          .toEqual([state, state !== 'sent'])
        expect(receiver.mails).toHaveLength(arrives)
        expect((await now()).secret).toBe(state === 'sent' ? null : token)
        const [mail] = receiver.mails
        if (mail) {
          expect(mail.to).toBe(email)
          const plain = mail.source.replaceAll('=\n', '').replaceAll('=3D', '=')
          expect(plain).toContain(`https://portal.example/reset#${token}`)
          expect(plain).toMatch(/Message-ID: <portal-6f1f5c1e-\d+-\d{13}@maker\.example>/i)
          expect(plain).toContain('Choisir un nouveau mot de passe')
          // What one cannot do without is turned off by nobody, and belongs to nothing.
          expect(plain).not.toMatch(/unsubscribe|^(References|In-Reply-To):/im)
          expect(plain).toContain('Fjord & fils\n12, rue du Quai\nRimouski')
          expect(plain).toContain('Fjord &amp; fils<br>12, rue du Quai<br>Rimouski')
        }
      } finally {
        await Promise.all(workers.map((worker) => worker.stop()))
        await receiver.close()
      }
    },
  )

  it('a mail whose last answer was lost is sent again when an administrator says so, under the same id', async () => {
    const receiver = await startSmtpReceiver()
    receiver.behave('vanish')
    const sending = await startTestPortal({ SMTP_URL: receiver.url, MAIL_FROM: 'portal@maker.example' })
    try {
      const { email } = await anAccount(sending)
      await createClient(sending.url).post('/api/auth/password/forgot', { email })
      const administrator = await anAdministrator(sending)
      const mine = async () => (await administrator.get(`/api/v1/admin/mails?search=${email}`)).body.items[0]
      await expect.poll(async () => (await mine()).state, { timeout: 20_000 }).toBe('unsure')
      const { id, sendable } = await mine()
      expect(sendable).toBe(true)
      const again = (as: typeof administrator) => as.post(`/api/v1/admin/mails/${id}/send-again`, {})
      expect(said(await again(await aMember(sending, await aTenant(sending))))).toEqual([
        403,
        'permission_denied',
      ])
      receiver.behave('take')
      expect((await again(administrator)).body).toEqual({ state: 'waiting' })
      await expect.poll(async () => (await mine()).state, { timeout: 20_000 }).toBe('sent')
      expect(said(await again(administrator))).toEqual([409, 'mail_not_again'])
      const ids = receiver.mails.map(({ source }) => /Message-ID:\s+(<[^>]+>)/i.exec(source)?.[1])
      expect(ids).toHaveLength(2)
      expect(ids[0]).toBe(ids[1])
      const [own] = await peek(sending, 'select installation from auth.secret')
      expect(ids[0]).toContain(own?.installation)
      expect(await peek(sending, 'select secret from auth.mails where id = $1', [id])).toEqual([
        { secret: null },
      ])
    } finally {
      await sending.close()
      await receiver.close()
    }
  })
})
