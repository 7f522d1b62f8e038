import { createHmac, timingSafeEqual } from 'node:crypto'
import { NOTICE_SUBJECTS, type NoticeSubject } from '../../contract/notices.ts'

/** A mail is acted on within a year, or not at all: what is found in an old copy of a mailbox opens nothing. */
const GOOD_FOR_MS = 365 * 24 * 60 * 60_000

export type Unsubscribing = { userId: string; subjects: NoticeSubject[] }
export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>

/**
 * What the link of a mail says: who gets no more mails about what. Signed, and kept nowhere: it turns these off, for this person,
 * and is good for nothing else.
 */
export function createUnsubscribeLinks(secret: string) {
  const key = createHmac('sha256', secret).update('unsubscribe').digest()
  const signature = (said: string) => createHmac('sha256', key).update(said).digest()
  return {
    of({ userId, subjects }: Unsubscribing, at: Date): string {
      const said = Buffer.from(JSON.stringify([userId, subjects, at.getTime()])).toString('base64url')
      return `${said}.${signature(said).toString('base64url')}`
    },
    /** Undefined: forged, damaged, or too old. */
    read(token: string, now: Date): Unsubscribing | undefined {
      const [said = '', signed = '', ...more] = token.split('.')
      const given = Buffer.from(signed, 'base64url')
      const own = signature(said)
      if (more.length > 0 || given.length !== own.length || !timingSafeEqual(given, own)) return
      // Nobody else writes these.
      const [userId, named, at] = JSON.parse(Buffer.from(said, 'base64url').toString()) as [
        string,
        string[],
        number,
      ]
      // A subject that is gone one day is no reason not to turn off the others.
      const subjects = NOTICE_SUBJECTS.filter((subject) => named.includes(subject))
      return now.getTime() - at <= GOOD_FOR_MS && subjects.length > 0 ? { userId, subjects } : undefined
    },
  }
}
