import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// What every authenticator app assumes, whatever else it could be told (RFC 6238).
const STEP_SECONDS = 30
const DIGITS = 6
/** Steps before and after the present one: clocks differ, and typing takes time. */
const WINDOW = 1
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as RFC 4226 advises for HMAC-SHA-1. */
export const newFactorSecret = (): Buffer => randomBytes(20)

/** RFC 4648 without padding: the form that people type into an app. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** RFC 4226. */
export function hotp(secret: Buffer, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const hash = createHmac('sha1', secret).update(message).digest()
  const offset = (hash.at(-1) as number) & 15
  const number = (hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

export const stepAt = (ms: number): number => Math.floor(ms / 1000 / STEP_SECONDS)

/** The time step that a code is of, within the window; undefined when it is of none. Which one was used is for the caller to keep; `now`: by the database’s clock. */
export function stepOf(secret: Buffer, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const present = stepAt(now)
  let found: number | undefined
  // Newest first, and all of them: the time tells nothing.
  for (let step = present + WINDOW; step >= present - WINDOW; step--)
    if (timingSafeEqual(Buffer.from(hotp(secret, step)), Buffer.from(code))) found ??= step
  return found
}

/** What the QR code says: apps know it by this form. */
export function otpauthUri(issuer: string, account: string, secret: Buffer): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const facts = new URLSearchParams({
    ...{ secret: base32(secret), issuer, algorithm: 'SHA1' },
    ...{ digits: String(DIGITS), period: String(STEP_SECONDS) },
  })
  return `otpauth://totp/${label}?${facts.toString().replaceAll('+', '%20')}`
}
