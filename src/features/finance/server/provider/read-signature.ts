import { createHmac, timingSafeEqual } from 'node:crypto'

/** A message that is older was heard already, or is sent again by somebody else. */
const TOLERANCE_SECONDS = 300
const MOST_SIGNATURES = 10

/** `t=<seconds>,v1=<hex of HMAC-SHA256 over "t.body">`, several `v1` while the secret is being changed. */
export function isSigned(
  body: string,
  signature: string | undefined,
  secret: string,
  nowSeconds = Date.now() / 1000,
): boolean {
  const fields = (signature ?? '').split(',').slice(0, MOST_SIGNATURES)
  const time = fields.find((field) => field.startsWith('t='))?.slice(2) ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowSeconds - Number(time)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  return fields.some((field) => {
    const given = /^v1=([0-9a-f]{64})$/.exec(field)?.[1]
    return given !== undefined && timingSafeEqual(Buffer.from(given, 'hex'), expected)
  })
}
