import { NOTICE_SUBJECTS, type NoticeSubject } from '../../contract/notices.ts'
import type { MailStore } from '../auth/mails.ts'
import type { Log } from '../log.ts'
import type { MailTransport } from './mail-transport.ts'
import { type MailDetails, renderMail, type Sender } from './render-mail.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'

const POLL_INTERVAL_MS = 2_000

type Parts = {
  mails: MailStore
  transport: MailTransport
  log: Log
  origin: string
  sender: () => Sender
  unsubscribe: Pick<UnsubscribeLinks, 'of'>
}

/** Sends what is in line, one after the other, as long as there is something; several servers share the work. */
export function startMailWorker({ mails, transport, log, origin, sender, unsubscribe }: Parts) {
  let stopped = false
  let working: Promise<void> = Promise.resolve()

  async function work(): Promise<void> {
    while (!stopped) {
      const mail = await mails.take()
      if (!mail) return
      const { id, to, kind } = mail
      const subjects = subjectsOf(mail.details)
      const turningOff =
        mail.userId === null || subjects.length === 0
          ? null
          : `${origin}/unsubscribe?token=${unsubscribe.of({ userId: mail.userId, subjects }, new Date())}`
      const delivery = await transport.send({
        ...{ id, to, at: mail.at, unsubscribe: turningOff },
        thread: mail.thread === null ? null : { key: mail.thread, earlier: mail.earlier },
        ...renderMail(mail, { origin, sender: sender(), unsubscribe: turningOff }),
      })
      if (delivery.outcome === 'sent') {
        await mails.sent(id, delivery.messageId)
        continue
      }
      const { outcome, problem } = delivery
      log.warn({ id, kind, outcome, problem }, 'a mail did not leave')
      if (outcome === 'later') await mails.later(id, problem)
      else if (outcome === 'refused') await mails.failed(id, problem)
      else await mails.unsure(id, problem, delivery.messageId)
    }
  }

  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    // What is taken and cannot be answered for stays taken, and is called unsure in time.
    working = work()
      .catch((fault) => log.warn({ fault: String(fault) }, 'mails not looked at'))
      .finally(() => {
        busy = false
      })
  }, POLL_INTERVAL_MS)
  timer.unref()
  return {
    async stop(): Promise<void> {
      stopped = true
      clearInterval(timer)
      await working
      transport.close()
    },
  }
}

/** What a mail of notices is about. Those from before that was written down name nothing. */
const subjectsOf = (details: MailDetails): NoticeSubject[] => {
  const told = 'notices' in details && typeof details.notices === 'object' ? details.notices : []
  return NOTICE_SUBJECTS.filter((subject) => told.some((notice) => notice.subject === subject))
}
