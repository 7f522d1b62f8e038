import { askOutside } from '../http/ask-outside.ts'
import type { Log } from '../log.ts'
import type { SmsOutcome, SmsSender } from './sms-sender.ts'

const TIMEOUT_MS = 5_000
/** Nobody was there to take it. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_.*|ERR_TLS_.*)$/

/** Hands SMS over as `POST {to, text}`. The address may hold an account; no part of it, nor a number, reaches a log or an answer. */
export function openSmsWebhook(url: string, log: Log, timeoutMs = TIMEOUT_MS): SmsSender {
  const address = new URL(url)
  const account = decodeURIComponent(`${address.username}:${address.password}`)
  const headers = {
    'content-type': 'application/json',
    ...(account !== ':' && { authorization: `Basic ${Buffer.from(account).toString('base64')}` }),
  }
  address.username = ''
  address.password = ''
  const failed = (outcome: SmsOutcome, problem: string): SmsOutcome => {
    log.warn({ outcome, problem }, 'an SMS did not leave')
    return outcome
  }
  return {
    async send({ to, text, key }) {
      try {
        const request = {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': key },
          body: JSON.stringify({ to, text }),
          // A number and a code go nowhere that the operator did not name.
          redirect: 'manual',
        } as const
        const answer = await askOutside(address, request, { whole: timeoutMs })
        await answer.body?.cancel()
        return answer.ok ? 'sent' : failed('refused', `answered ${answer.status}`)
      } catch (fault) {
        const { name, cause } = fault as Error & { cause?: { code?: string } }
        const code = cause?.code ?? name
        return failed(NOT_CONNECTED.test(code) ? 'refused' : 'unsure', code)
      }
    },
  }
}
