import { createTransport } from 'nodemailer'
import type { Delivery, MailTransport } from './mail-transport.ts'

/** No part of a delivery is waited for longer, nor all of it: each line of an answer that drips counts as a part. */
const PATIENCE_MS = 15_000
const WHOLE_MS = 60_000

/** Mails over SMTP, one at a time. The address holds the account; nothing of it reaches a log or an answer. */
export function openSmtp(url: string, from: string, installation: string, wholeMs = WHOLE_MS): MailTransport {
  // From the command DATA on the other server may have taken the mail, whatever becomes of the line.
  let handingOver = false
  const quiet = () => {}
  const smtp = createTransport({
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    transactionLog: true,
    logger: {
      ...{ level: quiet, trace: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet },
      debug: (entry: { tnx?: string }, line: string) => {
        if (entry.tnx === 'client' && line === 'DATA') handingOver = true
      },
    },
  } as object)
  const domain = /@([^\s<>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, at, to, subject, text, html }) {
      // One id for every attempt: should a mail arrive twice after all, mailboxes know it for the same. Another installation
      // has another one, and so has a copy of this one's database for what is written later.
      const messageId = `<portal-${installation}-${id}-${Date.parse(at)}@${domain}>`
      const headers = { 'auto-submitted': 'auto-generated' }
      handingOver = false
      try {
        const mail = { from, to: { name: '', address: to }, subject, text, html, messageId, headers }
        await within(wholeMs, (signal) => smtp.sendMail({ ...mail, signal } as object))
        return { outcome: 'sent' }
      } catch (fault) {
        return deliveryOf(fault as SmtpFault, handingOver)
      }
    },
    close: () => smtp.close(),
  }
}

/** The timer holds what it ends: a time-out of a signal alone may be collected. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })), ms)
  try {
    return await work(ended.signal)
  } catch (fault) {
    throw ended.signal.aborted ? ended.signal.reason : fault
  } finally {
    clearTimeout(timer)
  }
}

type SmtpFault = Error & { responseCode?: number; command?: string; code?: string }

function deliveryOf({ responseCode, command, code }: SmtpFault, handingOver: boolean): Delivery {
  const problem = [command, responseCode ?? code].filter(Boolean).join(' ')
  if (responseCode !== undefined) return { outcome: responseCode >= 500 ? 'refused' : 'later', problem }
  return { outcome: handingOver ? 'unsure' : 'later', problem }
}
