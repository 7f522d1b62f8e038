export type OutgoingMail = {
  id: number
  /** When it was written. */
  at: string
  to: string
  subject: string
  text: string
  html: string
  /** What it belongs to, and under which ids the mails before it were sent, in their order. */
  thread: { key: string; earlier: readonly string[] } | null
  /** Where its reader turns such mails off; null: it is one that nobody turns off. */
  unsubscribe: string | null
}

/**
 * What became of a mail. `later`: it certainly did not leave. `refused`: nor will it. `unsure`: it was being handed over when
 * the line broke, so that sending it again could deliver it twice.
 */
export type Delivery = { messageId: string } & (
  | { outcome: 'sent' }
  | { outcome: 'later' | 'refused' | 'unsure'; problem: string }
)

/** The one way out for mails. */
export type MailTransport = { send(mail: OutgoingMail): Promise<Delivery>; close(): void }
