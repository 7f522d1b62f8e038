import type { State } from '../domain/transitions.ts'

/** Those that a dialog asks for, in the order of their buttons; the last one is the main one. */
export const BUTTONS = [
  'withdraw',
  'request_cancel',
  'request_change',
  'reject',
  'withdraw_counter',
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
/** What a button says: a counter-proposal that stands is corrected. */
export const wordOf = (act: PoAct, state: State) =>
  act === 'counter' && state === 'countered' ? 'correct' : act
export type PoAct = (typeof BUTTONS)[number]
