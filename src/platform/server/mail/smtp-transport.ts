import { createTransport } from 'nodemailer'
import type { MailTransport } from './mail-transport.ts'

/** No part of a delivery is waited for longer, nor all of it: each line of an answer that drips counts as a part. */
const TIMEOUT_MS = 15_000
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
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
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
    async send({ id, at, to, subject, text, html, thread, unsubscribe }) {
      // One id for every attempt: should a mail arrive twice after all, mailboxes know it for the same. Another installation
      // has another one, and so has a copy of this one's database for what is written later.
      const messageId = `<portal-${installation}-${id}-${Date.parse(at)}@${domain}>`
      const headers = { 'auto-submitted': 'auto-generated', ...unsubscribing(unsubscribe) }
      handingOver = false
      try {
        const mail = { from, to: { name: '', address: to }, subject, text, html, messageId, headers }
        const place = thread && inThread(`<thread-${installation}-${thread.key}@${domain}>`, thread.earlier)
        await within(wholeMs, (signal) => smtp.sendMail({ ...mail, ...place, signal } as object))
        return { outcome: 'sent', messageId }
      } catch (fault) {
        return { ...deliveryOf(fault as SmtpFault, handingOver), messageId }
      }
    },
    close: () => smtp.close(),
  }
}

/**
 * Where a mail belongs among others (RFC 5322): behind the last one, under an id that all of the thread name and no mail bears. So
 * they stay together when some are deleted, and long after those before were forgotten here.
 */
const inThread = (root: string, earlier: readonly string[]) => ({
  references: [root, ...earlier],
  ...(earlier.length > 0 && { inReplyTo: earlier.at(-1) }),
})

/** One click in the mail program (RFC 8058), which asks for a link that is encrypted. */
const unsubscribing = (link: string | null) =>
  link === null
    ? {}
    : {
        'list-unsubscribe': `<${link}>`,
        ...(link.startsWith('https:') && { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }),
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

function deliveryOf({ responseCode, command, code }: SmtpFault, handingOver: boolean) {
  const problem = [command, responseCode ?? code].filter(Boolean).join(' ')
  if (responseCode !== undefined)
    return { outcome: responseCode >= 500 ? ('refused' as const) : ('later' as const), problem }
  return { outcome: handingOver ? ('unsure' as const) : ('later' as const), problem }
}
