import { betterAuth } from 'better-auth'
import type pg from 'pg'
import type { PasswordHashing } from './password-hashing.ts'

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
/** Seconds that a session lives after its last refresh (A3). */
export const SESSION_SECONDS = 15 * 60

/** Where a session of this person begins and whether it may, and its first moments by the database’s clock. */
export async function mayEnter(
  pool: pg.Pool,
  userId: string,
): Promise<{ tenant: number | null; welcome: boolean; now: string; end: string }> {
  const { rows } = await pool.query(
    `select auth.default_tenant($1) as tenant, auth.may_enter($1) as welcome, clock_timestamp() as now,
            clock_timestamp() + make_interval(secs => $2) as end`,
    [userId, SESSION_SECONDS],
  )
  return rows[0]
}

// Its own sign-in takes addresses of a narrow form only, which "r&d@maker.example", letters with accents and Cyrillic
// domains are not. It is handed each address as hexadecimal digits, which are an address to it.
const PLAIN = '@hex.invalid'
const toPlain = (email: string) => Buffer.from(email).toString('hex') + PLAIN
const fromPlain = (plain: string) => Buffer.from(plain.slice(0, -PLAIN.length), 'hex').toString()

/**
 * better-auth over schema auth. Used as a library only: none of its HTTP routes is mounted, so what it lacks (lockout by
 * account, token rotation, generic answers) is ours alone to add. Nothing outside this folder imports it.
 */
export function createAuth(pool: pg.Pool, secret: string, hashing: PasswordHashing) {
  const auth = betterAuth({
    database: pool,
    secret,
    baseURL: 'http://127.0.0.1', // never seen: the routes are not mounted
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: { ipAddress: { ipAddressHeaders: ['x-portal-client-ip'] } },
    rateLimit: { enabled: false }, // ours counts over several servers
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 1, // rules hold where a password is chosen, not where it is checked
      maxPasswordLength: 128,
      password: { hash: hashing.hash, verify: ({ hash, password }) => hashing.verify(hash, password) },
    },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...times } },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      additionalFields: {
        tenantId: { type: 'number', fieldName: 'tenant_id', input: false, required: false },
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const { tenant, welcome, now, end } = await mayEnter(pool, session.userId)
            const times = { createdAt: new Date(now), updatedAt: new Date(now), expiresAt: new Date(end) }
            return welcome && { data: { ...session, ...times, tenantId: tenant } }
          },
        },
      },
    },
  })
  const ready = auth.$context.then(({ internalAdapter }) => {
    const find = internalAdapter.findUserByEmail
    internalAdapter.findUserByEmail = (plain, options) => find(fromPlain(plain), options)
  })

  /** Rejects with status 401 what is nobody's address or not their password, and whom nothing lets in. */
  async function signInEmail(email: string, password: string, headers: Headers) {
    await ready
    return auth.api.signInEmail({ body: { email: toPlain(email), password }, headers })
  }

  return Object.assign(auth, { signInEmail })
}
