import type pg from 'pg'
import type { Way } from '../../contract/problem.ts'
import type { BrandFacts } from '../brand.ts'
import type { MfaPolicy } from '../config.ts'
import { toUpstreamActor, type UpstreamActor } from '../database/context.ts'
import { figuresOf, openPool } from '../database/pool.ts'
import { cachePreparedStatements } from '../database/prepared-statements.ts'
import { send } from '../database/send.ts'
import { needsFactor } from '../endpoint/proof.ts'
import type { SmsSender } from '../sms/sms-sender.ts'
import { type Attempt, createAttempts } from './attempts.ts'
import { createCookies } from './cookies.ts'
import { createAuth, mayEnter, SESSION_SECONDS } from './create-auth.ts'
import { createEmailChanges } from './email-changes.ts'
import { createGuard, type NotProven, type Origin, type RecordVisit } from './guard.ts'
import { createInvitations } from './invitations.ts'
import { createMails } from './mails.ts'
import { normaliseEmail } from './normalise-email.ts'
import { createPasswordHashing } from './password-hashing.ts'
import { createPasswordResets } from './password-resets.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSessions, newToken } from './sessions.ts'
import { createSetUp } from './set-up.ts'
import { createTemporarySignIn } from './temporary-sign-in.ts'

export type SignInService = ReturnType<typeof createSignInService>
type SignedIn = { outcome: 'ok'; cookies: string[] }
/** The password was right; the cookie is for the second half. */
type FactorAsked = { outcome: 'factor'; mayTrust: boolean; ways: Way[]; cookie: string }

/** `visitor`: who it was where the token is of no session. */
type DemoWish = Record<
  'name' | 'email' | 'company' | 'about' | 'language' | 'visitor' | 'traceId',
  string
> & {
  token: string | undefined
}

/** A little more than the 2 s after which the server gives up by itself (D8). */
const QUERY_MS = 2500

/** Sign-in, sessions and their cookies, over a pool of role portal_auth, which sees schema auth only. */
export function createSignInService(
  config: pg.PoolConfig,
  secrets: { sessions: string; hashing: string; factors: string },
  secureCookies: boolean,
  {
    keep = false,
    mfaPolicy = 'required',
    sms,
  }: { keep?: boolean; mfaPolicy?: MfaPolicy; sms?: SmsSender | undefined } = {},
) {
  const pool = openPool({ max: 5, ...config, query_timeout: QUERY_MS })
  if (keep) pool.on('connect', cachePreparedStatements)
  const hashing = createPasswordHashing()
  const auth = createAuth(pool, secrets.sessions, hashing)
  const cookies = createCookies(secrets.sessions, secureCookies)
  const attempts = createAttempts(pool, secrets.hashing)
  const sessions = createSessions(pool)

  const audit: RecordVisit = (tenantId, act, who, details, { traceId, address }) =>
    pool.query('select auth.record_visit($1, $2, $3, $4, $5, $6)', [
      tenantId,
      act,
      who,
      JSON.stringify(details),
      traceId,
      address,
    ])

  /** What every write asks first: one row. */
  async function ask(text: string, values: unknown[]) {
    const client = await pool.connect()
    try {
      return (await send(client, text, values)).rows[0]
    } finally {
      client.release()
    }
  }

  /** Seconds to wait, or null. Exact over any number of servers. */
  async function countInWindow(bucket: string, allowed: number, seconds: number): Promise<number | null> {
    return (await ask('select auth.use_window($1, $2, $3) as wait', [bucket, allowed, seconds])).wait
  }

  /** Adds to what is used of a window; seconds to wait once all of it is. */
  async function spendInWindow(
    bucket: string,
    amount: number,
    allowed: number,
    seconds: number,
  ): Promise<number | null> {
    return (await ask('select auth.spend_window($1, $2, $3, $4) as wait', [bucket, amount, allowed, seconds]))
      .wait
  }

  async function findUser(email: string): Promise<string | undefined> {
    const { rows } = await pool.query('select id from auth.users where email = $1', [normaliseEmail(email)])
    return rows[0]?.id
  }

  /** The same over the last so many seconds. */
  const countSliding = async (bucket: string, allowed: number, seconds: number): Promise<number | null> =>
    (await ask('select auth.use_sliding_window($1, $2, $3) as wait', [bucket, allowed, seconds])).wait

  const prove = createGuard({ pool, attempts, audit, findUser, countSliding })
  const secondFactor = createSecondFactor({
    pool,
    secrets,
    cookies,
    hashing,
    prove,
    keyed: attempts.keyed,
    sms,
  })

  return {
    cookies,
    sessions,
    secondFactor,
    /** The installation's; tenants can be stricter. */
    mfaPolicy,
    /** Whether codes by SMS can be sent. */
    sendsSms: sms !== undefined,
    /** Whether anything asks this person for a second factor. */
    needsFactor: async (userId: string) => needsFactor(mfaPolicy, await secondFactor.rulesFor(userId)),
    /** The same of somebody who comes by an invitation. */
    async needsFactorAs({ tenantId, role }: { tenantId: number | null; role: string }): Promise<boolean> {
      const { needed } = await ask('select auth.tenant_requires_factor($1) as needed', [tenantId])
      return needsFactor(mfaPolicy, { isAdmin: role === 'global_admin', tenantRequires: needed })
    },
    setUp: createSetUp(pool, hashing),
    mails: createMails(pool),
    invitations: createInvitations(pool, hashing),
    resets: createPasswordResets(pool, hashing),
    countInWindow,
    spendInWindow,
    keyed: attempts.keyed,
    accountOf: attempts.accountOf,
    emailChanges: createEmailChanges(pool),
    signInTemporarily: createTemporarySignIn({ pool, prove, cookies }),
    unlock: attempts.unlock,
    /** What a visitor without a session did or tried, in the audit trail. */
    record: audit,

    /** The same for the session behind a token, whatever token it has by then. */
    async countOfSession(
      token: string,
      what: string,
      allowed: number,
      seconds: number,
    ): Promise<number | null> {
      const counted = await ask(
        `select auth.use_window($2 || ' ' || coalesce(
            (select s.id from auth.sessions s where s.token = $1),
            (select r.session_id from auth.retired_tokens r where r.token_hash = sha256(convert_to($1, 'utf8'))),
            encode(sha256(convert_to($1, 'utf8')), 'hex')), $3, $4) as wait`,
        [token, what, allowed, seconds],
      )
      return counted.wait
    },

    /** The upstream key of this hash, and the seconds that it has to wait, or null; undefined: nobody's key. */
    async countKey(
      keyHash: Buffer,
      allowed: number,
      seconds: number,
    ): Promise<(UpstreamActor & { wait: number | null }) | undefined> {
      const row = await ask(
        'select key_id, source_id, tenant_id, scope, wait from auth.use_key($1, $2, $3)',
        [keyHash, allowed, seconds],
      )
      return row && { ...toUpstreamActor(row), wait: row.wait }
    },

    /**
     * E-mail and password → session, or that a second factor is to come. The answer is the same for a wrong password, an
     * unknown account and a locked one.
     */
    async signIn(
      attempt: Attempt & { password: string; userAgent: string },
      traceId: string,
    ): Promise<SignedIn | FactorAsked | NotProven> {
      const { email, address, device, password, userAgent } = attempt
      // Before anything is counted: who meets a busy server has not failed.
      if (hashing.busy()) return { outcome: 'busy', retryAfter: 2 }
      const headers = new Headers({ 'x-portal-client-ip': address, 'user-agent': userAgent.slice(0, 400) })
      const attemptWith = (typed: string) =>
        auth
          .signInEmail(normaliseEmail(email), typed, headers)
          .catch(async (fault: { statusCode?: number; body?: { code?: string } }) => {
            // 400: a password longer than any is.
            if (fault.statusCode !== 401 && fault.statusCode !== 400) throw fault
            // No answer may be sooner (T12). After a right password it is looked whether the account may enter; of an address
            // that somebody has, the accounts were read.
            if (fault.body?.code !== 'FAILED_TO_CREATE_SESSION') await mayEnter(pool, '')
            if ((await findUser(email)) === undefined)
              await (await auth.$context).internalAdapter.findAccountByUserId(newToken())
            return undefined
          })
      const look = async () => {
        const made = await attemptWith(password)
        if (!made) return undefined
        const value = { token: made.token, userId: made.user.id }
        const asked = await secondFactor.asks(value.userId, device)
        if (!asked) return { whole: true, value }
        const asks = { ...asked, cookie: await secondFactor.challenge(made.token) }
        return { whole: false, value: { ...value, asks } }
      }
      // All that a wrong password costs, the look-up of the account with it: the hash alone was sooner there (T12).
      const pretend = async () => void (await attemptWith(newToken()))
      type Half = { token: string; userId: string; asks?: Omit<FactorAsked, 'outcome'> }
      const proven = await prove<Half>(attempt, { reason: 'wrong', look, pretend }, traceId)
      if (proven.outcome !== 'right') return proven
      const { token, userId, asks } = proven.value
      if (asks) return { outcome: 'factor', ...asks }
      const deviceCookie = await secondFactor.knowDevice(userId, device, false)
      const { rows } = await pool.query('select tenant_id from auth.sessions where token = $1', [token])
      await audit(rows[0].tenant_id, 'session.signed_in', userId, {}, { traceId, address })
      return { outcome: 'ok', cookies: [cookies.session(token, SESSION_SECONDS), deviceCookie] }
    },

    async signOut(token: string, origin: Origin): Promise<void> {
      const ended = await sessions.endByToken(token)
      if (ended) await audit(ended.tenantId, 'session.signed_out', ended.userId, {}, origin)
    },

    /** The family of a stolen token ends, and that is on record. */
    async endFamily(sessionId: string, origin: Origin): Promise<void> {
      const { rows } = await pool.query(
        'delete from auth.sessions where id = $1 returning user_id, tenant_id',
        [sessionId],
      )
      if (rows[0]) await audit(rows[0].tenant_id, 'session.token_reused', rows[0].user_id, {}, origin)
    },

    /** Name and logo of the portal and how its company is reached, as everybody sees them. */
    async brand(): Promise<BrandFacts> {
      const row = await ask('select * from auth.brand()', [])
      const { brand_name: name = null, logo_hash: logoHash = null, legal_name: legalName = null } = row ?? {}
      const { address = null, hours = null, email = null, phone = null, timezone } = row ?? {}
      return { name, logoHash, company: { legalName, address, hours, email, phone }, timezone }
    },

    /** How far the project is, as everybody sees it. */
    async roadmap(): Promise<unknown> {
      return (await ask('select phases from auth.roadmap()', []))?.phases ?? []
    },

    /** What is claimed of the portal, as everybody sees it. */
    async claims(): Promise<unknown> {
      return (await ask('select claims from auth.claims()', []))?.claims ?? []
    },

    /** Somebody asks to be shown the portal, with or without a session. */
    async requestDemo(wish: DemoWish): Promise<void> {
      const { token, name, email, company, about, language, visitor, traceId } = wish
      await ask('select auth.request_demo($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...[token ?? null, name, normaliseEmail(email), company, about.trim() || null],
        ...[language, visitor, traceId],
      ])
    },

    /** The logo of that hash, while it is the one in use. */
    async brandLogo(hash: string): Promise<{ type: string; bytes: Buffer } | undefined> {
      const row = await ask('select logo_type, logo from auth.brand_logo($1)', [hash])
      return row && { type: row.logo_type, bytes: row.logo }
    },

    /** The user id of an account; for the command line, never for an answer to a visitor (A5). */
    findUser,

    /** An account with a password, for the command line and the demo data: sign-up is closed. Answers the user's id. */
    async createUser(user: { email: string; name: string; password: string }): Promise<string> {
      const { internalAdapter } = await auth.$context
      const email = normaliseEmail(user.email)
      const made = await internalAdapter.createUser({ email, name: user.name, emailVerified: true }, {
        method: 'admin',
      } as never)
      const password = await hashing.hash(user.password)
      await internalAdapter.linkAccount({
        userId: made.id,
        accountId: made.id,
        providerId: 'credential',
        password,
      })
      return made.id
    },

    connections: () => ({ sign_in: figuresOf(pool) }),
    close: () => pool.end(),
  }
}
