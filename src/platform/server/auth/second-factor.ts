import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Way } from '../../contract/problem.ts'
import { openWays } from '../endpoint/proof.ts'
import type { SmsSender } from '../sms/sms-sender.ts'
import { type Attempt, deviceHash } from './attempts.ts'
import type { createCookies } from './cookies.ts'
import { SESSION_SECONDS } from './create-auth.ts'
import type { NotProven, Prove } from './guard.ts'
import { type Bound, createPasskeys, type PasskeyResponse, type RelyingParty } from './passkeys.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { createSecretBox } from './secret-box.ts'
import { newToken } from './sessions.ts'
import { createSignatures } from './signatures.ts'
import { createSmsCodes, type Writer } from './sms-codes.ts'
import { base32, newFactorSecret, otpauthUri, stepOf } from './totp.ts'

/** Time for the second half of a sign-in, and for the first code of a new app. */
const CHALLENGE_SECONDS = 10 * 60
const PENDING_SECONDS = 15 * 60
export const TRUST_DAYS = 30

/** What was shown: a typed code, one that came by SMS, or what a passkey signed. */
export type Shown = { code: string } | { sms: string } | { passkey: PasskeyResponse }

/** Which of the ways is removed. */
export type Removed = { factor: 'totp' | 'sms' } | { factor: 'passkey'; id: Buffer }

/** From where, as far as the counters of A5 ask. */
export type Place = { address: string; device: string | undefined }

/** The session behind a request, and what its person has. */
export type FactorSession = {
  id: string
  userId: string
  email: string
  /** What they can show; null: they have no second factor. */
  ways: Way[] | null
  secondFactorAt: string | null
  /** When it was looked, by the database’s clock. */
  askedAt: string
  secret: Buffer | null
  pending: Buffer | null
  /** It only looks, through a role's eyes or by a temporary access, and changes nothing. */
  viewing: boolean
}

type Entered = { outcome: 'ok'; cookies: string[] }
type Parts = {
  pool: pg.Pool
  secrets: { hashing: string; factors: string }
  cookies: ReturnType<typeof createCookies>
  hashing: PasswordHashing
  prove: Prove
  keyed: (text: string) => string
  sms: SmsSender | undefined
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** The second factor (A4), as role portal_auth: set-up, the second half of a sign-in, being asked again. */
export function createSecondFactor({ pool, secrets, cookies, hashing, prove, keyed, sms }: Parts) {
  const sendsSms = sms !== undefined
  const passkeys = createPasskeys(pool, keyed)
  const smsCodes = createSmsCodes({ pool, hashing: secrets.hashing, sender: sms })
  const { seal, unseal } = createSecretBox(secrets.factors)

  /** What was shown, as auth.use_factor takes it: a time step of the app, a signature's count, or the hash of a code. */
  async function readShown(
    {
      userId,
      secret,
      bound,
      askedAt,
    }: { userId: string; secret: Buffer | null; bound: Bound; askedAt: string },
    shown: Shown,
    party: RelyingParty,
  ): Promise<object | undefined> {
    if ('passkey' in shown) return passkeys.read(bound, userId, shown.passkey, party)
    if ('sms' in shown) return smsCodes.read(bound, shown.sms)
    const code = shown.code.replace(/[\s-]/g, '')
    const totp = secret ? stepOf(unseal(secret, userId), code, Date.parse(askedAt)) : undefined
    if (totp !== undefined) return { totp }
    const recovery = recoveryHash(secrets.hashing, userId, code)
    return recovery && { recovery: recovery.toString('hex') }
  }

  async function isPassword(userId: string, password: string): Promise<boolean> {
    const { rows } = await pool.query(
      `select password from auth.accounts where user_id = $1 and provider_id = 'credential'`,
      [userId],
    )
    if (rows[0]?.password) return hashing.verify(rows[0].password, password)
    await hashing.pretend(password)
    return false
  }

  const makeCodes = (userId: string) => {
    const codes = newRecoveryCodes()
    return { codes, hashes: codes.map((code) => recoveryHash(secrets.hashing, userId, code)) }
  }

  /** Nothing was added: undefined. Recovery codes come with the first way alone; nobody sees them again. */
  const added = (first: boolean | null, codes: string[], token: string) =>
    first === null
      ? undefined
      : { recoveryCodes: first ? codes : [], cookie: cookies.session(token, SESSION_SECONDS) }

  return {
    /** What more is asked of whoever just gave the password; undefined: nothing. */
    async asks(
      userId: string,
      device: string | undefined,
    ): Promise<{ mayTrust: boolean; ways: Way[] } | undefined> {
      const { rows } = await pool.query(
        `select r.may_trust, auth.factor_ways(f.user_id) as ways from auth.second_factors f
           left join auth.devices d on d.user_id = f.user_id and d.device_hash = $2, auth.factor_rules(f.user_id) r
          where f.user_id = $1 and f.enrolled_at is not null
            and not coalesce(d.trusted_until > clock_timestamp() and r.may_trust, false)`,
        [userId, deviceHash(device ?? '')],
      )
      return rows[0] && { mayTrust: rows[0].may_trust, ways: openWays(rows[0].ways, sendsSms) }
    },

    /** In the place of the session that the password made; answers the cookie for the second half. */
    async challenge(session: string): Promise<string> {
      const token = newToken()
      await pool.query(
        `with ended as (delete from auth.sessions where token = $1 returning user_id)
         insert into auth.challenges (token_hash, user_id, ends_at)
           select $2, user_id, clock_timestamp() + make_interval(secs => $3) from ended`,
        [session, hashOf(token), CHALLENGE_SECONDS],
      )
      return cookies.challenge(token, CHALLENGE_SECONDS)
    },

    /** Whose password was right; undefined: nobody's, or too long ago. */
    async behindChallenge(challenge: string): Promise<string | undefined> {
      const { rows } = await pool.query(
        'select user_id from auth.challenges where token_hash = $1 and ends_at > clock_timestamp()',
        [hashOf(challenge)],
      )
      return rows[0]?.user_id
    },

    /** What a passkey has to sign for the second half. */
    askPasskey: (challenge: string, userId: string, party: RelyingParty) =>
      passkeys.ask({ purpose: 'sign-in', of: challenge }, userId, party),

    /** A code by SMS for the second half. */
    askSms: (challenge: string, userId: string, writer: Writer) =>
      smsCodes.ask({ purpose: 'sign-in', of: challenge }, userId, writer),

    /** The second half of a sign-in. `over`: the first was too long ago. */
    async enter(
      {
        challenge,
        shown,
        trust,
        userAgent,
        party,
        ...place
      }: Place & { challenge: string; shown: Shown; trust: boolean; userAgent: string; party: RelyingParty },
      traceId: string,
    ): Promise<Entered | NotProven | { outcome: 'over' }> {
      const { rows } = await pool.query(
        `select c.user_id, u.email, f.secret, r.may_trust, clock_timestamp() as asked_at from auth.challenges c join auth.users u on u.id = c.user_id
           left join auth.second_factors f on f.user_id = c.user_id, auth.factor_rules(c.user_id) r
          where c.token_hash = $1 and c.ends_at > clock_timestamp()`,
        [hashOf(challenge)],
      )
      const [found] = rows
      if (!found) return { outcome: 'over' }
      const token = newToken()
      const bound: Bound = { purpose: 'sign-in', of: challenge }
      const whose = { userId: found.user_id, secret: found.secret, bound, askedAt: found.asked_at }
      const look = async () => {
        const read = await readShown(whose, shown, party)
        if (!read) return undefined
        const entered = await pool.query(
          'select user_id from auth.finish_sign_in($1, $2, $3, $4, $5, $6, $7)',
          [
            ...[hashOf(challenge), JSON.stringify(read), token, place.address, userAgent.slice(0, 400)],
            ...[SESSION_SECONDS, traceId],
          ],
        )
        return entered.rows[0] ? { whole: true, value: undefined } : undefined
      }
      const attempt: Attempt = { email: found.email, ...place }
      const proven = await prove(attempt, { reason: 'second_factor', look }, traceId)
      if (proven.outcome !== 'right') return proven
      const deviceCookie = await this.knowDevice(found.user_id, place.device, trust && found.may_trust)
      return {
        outcome: 'ok',
        cookies: [cookies.session(token, SESSION_SECONDS), deviceCookie, cookies.endChallenge()],
      }
    },

    /** Keeps that the person was in from this device, and for how long it is trusted; answers its cookie. */
    async knowDevice(userId: string, device: string | undefined, trusted: boolean): Promise<string> {
      const id = device ?? randomBytes(24).toString('base64url')
      await pool.query(
        `insert into auth.devices (user_id, device_hash, trusted_until)
           values ($1, $2, case when $3 then clock_timestamp() + make_interval(days => $4) end)
         on conflict (user_id, device_hash) do update set last_seen_at = now(),
           trusted_until = coalesce(excluded.trusted_until, auth.devices.trusted_until)`,
        [userId, deviceHash(id), trusted, TRUST_DAYS],
      )
      return cookies.device(id)
    },

    /** Undefined: there is none behind the token. */
    async sessionBehind(token: string): Promise<FactorSession | undefined> {
      const { rows } = await pool.query(
        `select s.id, s.user_id, u.email, s.second_factor_at, f.secret, clock_timestamp() as asked_at,
                coalesce(s.view_ends > clock_timestamp(), false) or auth.is_temporary(s.user_id) as viewing,
                auth.factor_ways(s.user_id) as ways,
                case when f.pending_until > clock_timestamp() then f.pending end as pending
           from auth.session_behind($1) s join auth.users u on u.id = s.user_id
           left join auth.second_factors f on f.user_id = s.user_id`,
        [token],
      )
      const [row] = rows
      return (
        row && {
          ...{ id: row.id, userId: row.user_id, email: row.email, ways: openWays(row.ways, sendsSms) },
          ...{ secondFactorAt: row.second_factor_at, secret: row.secret, pending: row.pending },
          askedAt: row.asked_at,
          viewing: row.viewing,
        }
      )
    },

    /** The rules of every tenant that the person works in, together. */
    async rulesFor(userId: string): Promise<{ tenantRequires: boolean; isAdmin: boolean }> {
      const { rows } = await pool.query('select tenant_requires, is_admin from auth.factor_rules($1)', [
        userId,
      ])
      return { tenantRequires: rows[0].tenant_requires, isAdmin: rows[0].is_admin }
    },

    /** The password of whoever is signed in already: a session alone does not change how one signs in. */
    provePassword: ({ userId, email }: FactorSession, password: string, place: Place, traceId: string) =>
      prove(
        { email, ...place },
        {
          reason: 'password_again',
          look: async () =>
            (await isPassword(userId, password)) ? { whole: false, value: undefined } : undefined,
          pretend: () => hashing.pretend(password),
        },
        traceId,
      ),

    /** A new secret, shown once; nothing is asked with it until its first code has come. */
    async begin({ userId, email }: FactorSession, issuer: string) {
      const secret = newFactorSecret()
      await pool.query(
        `insert into auth.second_factors (user_id, pending, pending_until)
           values ($1, $2, clock_timestamp() + make_interval(secs => $3))
         on conflict (user_id) do update set pending = excluded.pending, pending_until = excluded.pending_until`,
        [userId, seal(secret, userId), PENDING_SECONDS],
      )
      return { secret: base32(secret), uri: otpauthUri(issuer, email, secret) }
    },

    /** The first code of the new secret; undefined when it is none of it. */
    async confirm({ id, userId, pending, askedAt }: FactorSession, code: string, traceId: string) {
      const typed = code.replace(/\s/g, '')
      const step = pending ? stepOf(unseal(pending, userId), typed, Date.parse(askedAt)) : undefined
      if (step === undefined) return undefined
      const { codes, hashes } = makeCodes(userId)
      const token = newToken()
      const { rows } = await pool.query('select auth.confirm_factor($1, $2, $3, $4, $5) as first', [
        ...[id, step, hashes, token, traceId],
      ])
      return added(rows[0].first, codes, token)
    },

    /** What the browser makes a new passkey from. */
    askNewPasskey: (session: FactorSession, party: RelyingParty) =>
      passkeys.askNew({ purpose: 'create', of: session.id }, session, party),

    /** The passkey that it made. `taken`: it is there already, or the person has as many as they may. */
    async addPasskey(
      { id, userId }: FactorSession,
      { response, name, party }: { response: PasskeyResponse; name: string; party: RelyingParty },
      traceId: string,
    ) {
      const key = await passkeys.readNew({ purpose: 'create', of: id }, response, party)
      if (!key) return { outcome: 'wrong' } as const
      const { codes, hashes } = makeCodes(userId)
      const token = newToken()
      const { rows } = await pool.query(
        'select auth.add_passkey($1, $2, $3, $4, $5, $6, $7, $8, $9) as first',
        [...[id, key.id, key.publicKey, key.counter, key.transports, name, hashes, token, traceId]],
      )
      const made = added(rows[0].first, codes, token)
      return made ? ({ outcome: 'ok', ...made } as const) : ({ outcome: 'taken' } as const)
    },

    /** A code to a number that is to become the person's. */
    askNewNumber: ({ id, userId }: FactorSession, number: string, writer: Writer) =>
      smsCodes.send({ purpose: 'create', of: id }, userId, number, writer),

    /** Another one to the number that was asked about last. */
    askNewNumberAgain: ({ id, userId }: FactorSession, writer: Writer) =>
      smsCodes.askAgain({ purpose: 'create', of: id }, userId, writer),

    /** The number that the first code was sent to; undefined when the code is wrong. */
    async addNumber({ id, userId }: FactorSession, code: string, traceId: string) {
      const read = await smsCodes.read({ purpose: 'create', of: id }, code)
      if (!read) return undefined
      const { codes, hashes } = makeCodes(userId)
      const token = newToken()
      const { rows } = await pool.query('select auth.add_number($1, $2, $3, $4, $5, $6) as first', [
        ...[id, Buffer.from(read.bound, 'hex'), Buffer.from(read.sms, 'hex'), hashes, token, traceId],
      ])
      return added(rows[0].first, codes, token)
    },

    async renamePasskey({ id }: FactorSession, key: Buffer, name: string, traceId: string): Promise<boolean> {
      const { rows } = await pool.query('select auth.rename_passkey($1, $2, $3, $4) as done', [
        ...[id, key, name, traceId],
      ])
      return rows[0].done
    },

    async renewCodes({ id, userId }: FactorSession, traceId: string): Promise<string[]> {
      const { codes, hashes } = makeCodes(userId)
      await pool.query('select auth.renew_codes($1, $2, $3)', [id, hashes, traceId])
      return codes
    },

    /** `needed`: it is the last way, and somebody asks for one. */
    async remove(
      { id }: FactorSession,
      what: Removed,
      needed: boolean,
      traceId: string,
    ): Promise<'absent' | 'needed' | 'removed'> {
      const { rows } = await pool.query('select auth.remove_factor($1, $2, $3, $4, $5, $6) as outcome', [
        ...[id, what.factor, 'id' in what ? what.id : null, needed, sendsSms, traceId],
      ])
      return rows[0].outcome
    },

    /** What a passkey has to sign when its person is asked again. */
    askPasskeyAgain: ({ id, userId }: FactorSession, party: RelyingParty) =>
      passkeys.ask({ purpose: 'again', of: id }, userId, party),

    ...createSignatures({ pool, passkeys, hashing, prove, isPassword }),

    /** A code by SMS when its person is asked again. */
    askSmsAgain: ({ id, userId }: FactorSession, writer: Writer) =>
      smsCodes.ask({ purpose: 'again', of: id }, userId, writer),

    /** Asked again: the second factor, or of whoever has none the password. The session goes on under a new token. */
    async stepUp(
      session: FactorSession,
      given: Shown | { password: string },
      { party, ...place }: Place & { party: RelyingParty },
      traceId: string,
    ): Promise<Entered | NotProven> {
      const { id, userId, email, secret, askedAt } = session
      const byPassword = 'password' in given
      const token = newToken()
      const whose = { userId, secret, askedAt, bound: { purpose: 'again', of: id } satisfies Bound as Bound }
      const look = async () => {
        const read = byPassword ? undefined : await readShown(whose, given, party)
        if (byPassword ? !(await isPassword(userId, given.password)) : !read) return undefined
        const { rows } = await pool.query('select auth.step_up($1, $2, $3, $4) as done', [
          ...[id, read ? JSON.stringify(read) : null, token, traceId],
        ])
        return rows[0].done ? { whole: true, value: undefined } : undefined
      }
      const pretend = async () => (byPassword ? await hashing.pretend(given.password) : undefined)
      const proven = await prove({ email, ...place }, { reason: 'step_up', look, pretend }, traceId)
      return proven.outcome === 'right'
        ? { outcome: 'ok', cookies: [cookies.session(token, SESSION_SECONDS)] }
        : proven
    },
  }
}
