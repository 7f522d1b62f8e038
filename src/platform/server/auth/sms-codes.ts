import { createHmac, randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { chooseLanguage, type ServerLanguage, serverMessages } from '../http/server-messages.ts'
import type { SmsSender } from '../sms/sms-sender.ts'
import { type Bound, boundHash } from './passkeys.ts'

const GOOD_SECONDS = 5 * 60
const MOST_TRIES = 5
/** Until then a new number that was typed waits for another code. */
const LATE = '10 minutes'

/** `again`: seconds until another may be sent. */
export type SmsAsked =
  | { outcome: 'sent'; number: string; again: number }
  | { outcome: 'wait'; seconds: number }
  | { outcome: 'failed' }
  | { outcome: 'absent' }

/** Who writes, and the language of the screen for whoever chose none. */
export type Writer = { brand: string; screen: ServerLanguage }

const maskedNumber = (number: string) => `•••• ${number.slice(-4)}`

type Parts = { pool: pg.Pool; hashing: string; sender: SmsSender | undefined }

/** Codes by SMS as a second factor, as role portal_auth: sent, kept as keyed hashes, looked at five times at most. */
export function createSmsCodes({ pool, hashing, sender }: Parts) {
  const hashOf = (bound: Bound, code: string) =>
    createHmac('sha256', hashing)
      .update(`sms ${boundHash(bound).toString('hex')} ${code}`)
      .digest()

  /** Sends a code to this number; the one before is void once this one left. */
  async function send(
    bound: Bound,
    userId: string,
    to: string,
    { brand, screen }: Writer,
  ): Promise<SmsAsked> {
    const { rows } = await pool.query('select sending, wait, language from auth.begin_sms($1)', [userId])
    const { sending, wait, language } = rows[0]
    if (sending === null) return { outcome: 'wait', seconds: wait }
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const words = serverMessages(chooseLanguage({ stored: language ?? screen })).sms
    const text = words.code.replace('{brand}', brand).replace('{code}', code)
    const outcome = (await sender?.send({ to, text, key: randomUUID() })) ?? 'refused'
    if (outcome !== 'sent') {
      // What certainly did not leave is not counted.
      if (outcome === 'refused') await pool.query('delete from auth.sms_sendings where id = $1', [sending])
      return { outcome: 'failed' }
    }
    await pool.query(
      `insert into auth.sms_codes (bound, user_id, number, code_hash, ends_at)
         values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))
       on conflict (bound) do update set number = excluded.number, code_hash = excluded.code_hash, tries = 0,
         ends_at = excluded.ends_at`,
      [boundHash(bound), userId, to, hashOf(bound, code), GOOD_SECONDS],
    )
    return { outcome: 'sent', number: maskedNumber(to), again: wait }
  }

  return {
    send,

    /** To the number that the person has. */
    async ask(bound: Bound, userId: string, writer: Writer): Promise<SmsAsked> {
      const { rows } = await pool.query('select number from auth.sms_numbers where user_id = $1', [userId])
      return rows[0] ? send(bound, userId, rows[0].number, writer) : { outcome: 'absent' }
    },

    /** To the number that a code was sent to before. */
    async askAgain(bound: Bound, userId: string, writer: Writer): Promise<SmsAsked> {
      const { rows } = await pool.query(
        'select number from auth.sms_codes where bound = $1 and user_id = $2 and ends_at > clock_timestamp() - $3::interval',
        [boundHash(bound), userId, LATE],
      )
      return rows[0] ? send(bound, userId, rows[0].number, writer) : { outcome: 'absent' }
    },

    /** Counts the try, then looks, so that parallel guesses are not more; undefined: wrong. auth.use_factor takes the code. */
    async read(bound: Bound, code: string): Promise<{ sms: string; bound: string } | undefined> {
      const hash = hashOf(bound, code.replace(/\s/g, ''))
      const { rows } = await pool.query(
        `update auth.sms_codes set tries = tries + 1 where bound = $1 and tries < $2 and ends_at > clock_timestamp()
         returning code_hash = $3 as right`,
        [boundHash(bound), MOST_TRIES, hash],
      )
      return rows[0]?.right
        ? { sms: hash.toString('hex'), bound: boundHash(bound).toString('hex') }
        : undefined
    },
  }
}
