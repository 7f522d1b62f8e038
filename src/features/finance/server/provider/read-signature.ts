import { createHmac, timingSafeEqual } from 'node:crypto'

/** A message that is older was heard already, or is sent again by somebody else. */
export const TOLERANCE_SECONDS = 300
const MOST_SIGNATURES = 10

/**
 * `t=<seconds>,v1=<hex of HMAC-SHA256 over "t.body">`, several `v1` while the secret is being changed. Answers when it was
 * signed, which is not looked at here; undefined: not by the provider.
 */
export function signedAt(body: string, signature: string | undefined, secret: string): number | undefined {
  const fields = (signature ?? '').split(',').slice(0, MOST_SIGNATURES)
  const time = fields.find((field) => field.startsWith('t='))?.slice(2) ?? ''
  if (!/^\d{1,12}$/.test(time)) return undefined
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  const isOurs = fields.some((field) => {
    const given = /^v1=([0-9a-f]{64})$/.exec(field)?.[1]
    return given !== undefined && timingSafeEqual(Buffer.from(given, 'hex'), expected)
  })
  return isOurs ? Number(time) : undefined
}
