import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** Time for the browser's own dialog, and for looking for a key. */
const CHALLENGE_SECONDS = 5 * 60

/** For whom a passkey is good: a host, and the one origin from which it is used. */
export type RelyingParty = { id: string; origin: string; name: string }

/** What a challenge, or a code by SMS, is good for, and nothing else: the second half of one sign-in, or one session's new way, step-up or signature. */
export type Bound = { purpose: 'sign-in' | 'create' | 'again' | 'sign'; of: string }

/** As browsers answer; looked through by the library. */
export type PasskeyResponse = { id: string; response: Record<string, unknown> }

/** Loaded where the first passkey is used: it brings readers of certificates that a start does not wait for. */
const library = () => import('@simplewebauthn/server')

export const boundHash = ({ purpose, of }: Bound) => createHash('sha256').update(`${purpose} ${of}`).digest()

/** Whatever is wrong with an answer, the library throws; it means that nothing was shown. */
const orNothing = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)

/** Passkeys as a second factor (WebAuthn), as role portal_auth: what a browser is asked, and what it answered. */
export function createPasskeys(pool: pg.Pool, keyed: (text: string) => string) {
  async function newChallenge(bound: Bound, userId: string): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = new Uint8Array(randomBytes(32))
    await pool.query(
      `insert into auth.passkey_challenges (bound, user_id, challenge, ends_at)
         values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
       on conflict (bound) do update set challenge = excluded.challenge, ends_at = excluded.ends_at`,
      [boundHash(bound), userId, Buffer.from(challenge).toString('base64url'), CHALLENGE_SECONDS],
    )
    return challenge
  }

  /** Gone whether the answer to it is good or not. */
  async function takeChallenge(bound: Bound): Promise<string | undefined> {
    const { rows } = await pool.query(
      'delete from auth.passkey_challenges where bound = $1 returning challenge, ends_at > clock_timestamp() as good',
      [boundHash(bound)],
    )
    return rows[0]?.good ? rows[0].challenge : undefined
  }

  async function keysOf(userId: string) {
    const { rows } = await pool.query('select id, transports from auth.passkeys where user_id = $1', [userId])
    return rows.map((row) => ({ id: row.id.toString('base64url') as string, transports: row.transports }))
  }

  return {
    /** What the browser makes a new key from. */
    async askNew(bound: Bound, user: { userId: string; email: string }, { id, name }: RelyingParty) {
      const { generateRegistrationOptions } = await library()
      return generateRegistrationOptions({
        ...{ rpName: name, rpID: id, userName: user.email, userDisplayName: user.email },
        userID: new Uint8Array(Buffer.from(keyed(`passkeys of ${user.userId}`), 'base64url')),
        challenge: await newChallenge(bound, user.userId),
        excludeCredentials: await keysOf(user.userId),
        // Beside the password, not in its place: nothing has to be kept on the device for that.
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      })
    },

    /** The key that a browser made; undefined when the answer is not good. */
    async readNew(bound: Bound, response: PasskeyResponse, { id, origin }: RelyingParty) {
      const expectedChallenge = await takeChallenge(bound)
      if (expectedChallenge === undefined) return undefined
      const { verifyRegistrationResponse } = await library()
      const read = await orNothing(
        verifyRegistrationResponse({
          ...{ response: response as never, expectedChallenge, expectedOrigin: origin, expectedRPID: id },
          requireUserVerification: false,
        }),
      )
      if (!read?.verified) return undefined
      const { credential } = read.registrationInfo
      return {
        id: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (credential.transports ?? []) as string[],
      }
    },

    /** What the browser signs with one of the person's keys. */
    async ask(bound: Bound, userId: string, { id }: RelyingParty) {
      const { generateAuthenticationOptions } = await library()
      return generateAuthenticationOptions({
        rpID: id,
        challenge: await newChallenge(bound, userId),
        allowCredentials: await keysOf(userId),
        userVerification: 'preferred',
      })
    },

    /** Which key signed, and its count; undefined when the answer is not good. The count is taken by auth.use_factor. */
    async read(bound: Bound, userId: string, response: PasskeyResponse, { id, origin }: RelyingParty) {
      const expectedChallenge = await takeChallenge(bound)
      if (expectedChallenge === undefined) return undefined
      const { rows } = await pool.query(
        'select id, public_key, counter from auth.passkeys where user_id = $1 and id = $2',
        [userId, Buffer.from(response.id, 'base64url')],
      )
      const [key] = rows
      if (!key) return undefined
      const { verifyAuthenticationResponse } = await library()
      const read = await orNothing(
        verifyAuthenticationResponse({
          ...{ response: response as never, expectedChallenge, expectedOrigin: origin, expectedRPID: id },
          credential: {
            id: key.id.toString('base64url'),
            publicKey: new Uint8Array(key.public_key),
            counter: Number(key.counter),
          },
          requireUserVerification: false,
        }),
      )
      if (!read?.verified) return undefined
      return { passkey: key.id.toString('hex') as string, counter: read.authenticationInfo.newCounter }
    },
  }
}
