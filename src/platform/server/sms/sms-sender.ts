/** What became of an SMS. `unsure`: no answer came, so that it may have been sent. */
export type SmsOutcome = 'sent' | 'refused' | 'unsure'

/** The one way out for SMS. `key`: the same for every attempt at the same one. */
export type SmsSender = { send(sms: { to: string; text: string; key: string }): Promise<SmsOutcome> }
