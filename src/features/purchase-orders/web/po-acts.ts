/** Those that a dialog asks for, in the order of their buttons; the last one is the main one. */
export const BUTTONS = [
  'withdraw',
  'request_cancel',
  'request_change',
  'reject',
  'counter',
  'decline',
  'decline_counter',
  'refuse',
  'grant',
  'accept_counter',
  'approve',
  'accept',
  'submit',
] as const
export type PoAct = (typeof BUTTONS)[number]
