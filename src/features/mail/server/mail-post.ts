import type { Sender } from '../../../platform/server/mail/render-mail.ts'

/** How mails leave this installation. */
export type MailPost = {
  /** By SMTP; otherwise they stay here. */
  sends: boolean
  sender: Sender
}
