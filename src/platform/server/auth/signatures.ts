import type pg from 'pg'
import { requestHash, type SignedRequest, signingHash } from '../endpoint/signing.ts'
import type { Attempt } from './attempts.ts'
import type { NotProven, Prove } from './guard.ts'
import type { createPasskeys, PasskeyResponse, RelyingParty } from './passkeys.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { newToken } from './sessions.ts'

type Parts = {
  pool: pg.Pool
  passkeys: ReturnType<typeof createPasskeys>
  hashing: PasswordHashing
  prove: Prove
  isPassword: (userId: string, password: string) => Promise<boolean>
}

/** The session that signs. */
type Signer = { id: string; userId: string; email: string }
type Place = Omit<Attempt, 'email'>

/** Signatures (J7): password or passkey, whatever else the person has, each time. */
export const createSignatures = ({ pool, passkeys, hashing, prove, isPassword }: Parts) => ({
  /** What a passkey has to sign for a signature. */
  askPasskeyToSign: ({ id, userId }: Signer, party: RelyingParty) =>
    passkeys.ask({ purpose: 'sign', of: id }, userId, party),

  /** Signs requests; answers what stands for it, once for each. */
  async sign(
    { id, userId, email }: Signer,
    given: { password: string } | { passkey: PasskeyResponse },
    requests: readonly SignedRequest[],
    { party, ...place }: Place & { party: RelyingParty },
    traceId: string,
  ): Promise<{ outcome: 'ok'; signing: string } | NotProven> {
    const signing = newToken()
    const look = async () => {
      const read =
        'passkey' in given
          ? await passkeys.read({ purpose: 'sign', of: id }, userId, given.passkey, party)
          : undefined
      if ('password' in given ? !(await isPassword(userId, given.password)) : !read) return undefined
      const { rows } = await pool.query('select auth.sign_requests($1, $2, $3, $4, $5) as done', [
        ...[id, read ? JSON.stringify(read) : null, signingHash(signing), requests.map(requestHash), traceId],
      ])
      return rows[0].done ? { whole: false, value: undefined } : undefined
    }
    const pretend = async () => ('password' in given ? await hashing.pretend(given.password) : undefined)
    const proven = await prove({ email, ...place }, { reason: 'signature', look, pretend }, traceId)
    return proven.outcome === 'right' ? { outcome: 'ok', signing } : proven
  },
})
