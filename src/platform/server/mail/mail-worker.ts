import type { MailStore } from '../auth/mails.ts'
import type { Log } from '../log.ts'
import type { MailTransport } from './mail-transport.ts'
import { renderMail, type Sender } from './render-mail.ts'

const LOOK_EVERY_MS = 2_000

type Parts = {
  mails: MailStore
  transport: MailTransport
  log: Log
  origin: string
  sender: () => Sender
}

/** Sends what is in line, one after the other, as long as there is something; several servers share the work. */
export function startMailWorker({ mails, transport, log, origin, sender }: Parts) {
  let stopped = false
  let working: Promise<void> = Promise.resolve()

  async function work(): Promise<void> {
    while (!stopped) {
      const mail = await mails.take()
      if (!mail) return
      const { id, to, kind } = mail
      const delivery = await transport.send({
        ...{ id, to, at: mail.at },
        ...renderMail(mail, { origin, sender: sender() }),
      })
      if (delivery.outcome === 'sent') {
        await mails.sent(id)
        continue
      }
      const { outcome, problem } = delivery
      log.warn({ id, kind, outcome, problem }, 'a mail did not leave')
      if (outcome === 'later') await mails.later(id, problem)
      else await (outcome === 'refused' ? mails.failed : mails.unsure)(id, problem)
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
  }, LOOK_EVERY_MS)
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
