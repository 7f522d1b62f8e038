export type OutgoingMail = {
  id: number
  /** When it was written. */
  at: string
  to: string
  subject: string
  text: string
  html: string
}

/**
 * What became of a mail. `later`: it certainly did not leave. `refused`: nor will it. `unsure`: it was being handed over when
 * the line broke, so that sending it again could deliver it twice.
 */
export type Delivery = { outcome: 'sent' } | { outcome: 'later' | 'refused' | 'unsure'; problem: string }

/** The one way out for mails. */
export type MailTransport = { send(mail: OutgoingMail): Promise<Delivery>; close(): void }
