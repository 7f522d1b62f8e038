/** Where a purchase order stands: what people read, one word each. */
export const STATES = [
  'draft',
  'awaiting_approval',
  'submitted',
  'countered',
  'accepted',
  'rejected',
  'cancelled',
] as const
export type State = (typeof STATES)[number]

export const STATUSES = ['draft', 'pending', 'approved', 'rejected', 'cancelled'] as const
export type Status = (typeof STATUSES)[number]

/** The source's statuses (C5), for whoever asks by them: three states are pending. */
export const STATUS_OF: Record<State, Status> = {
  draft: 'draft',
  awaiting_approval: 'pending',
  submitted: 'pending',
  countered: 'pending',
  accepted: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
}
export const statesOf = (status: Status): State[] => STATES.filter((state) => STATUS_OF[state] === status)

export type Side = 'client' | 'staff'

export const CLIENT_ACTS = [
  'submit',
  'withdraw',
  'accept_counter',
  'decline_counter',
  'request_change',
  'request_cancel',
] as const
export const DECISIONS = ['approve', 'decline'] as const
export const ANSWERS = [
  'accept',
  'reject',
  'counter',
  'withdraw_counter',
  'undo',
  'grant',
  'refuse',
  'link',
] as const
export type Act = (typeof CLIENT_ACTS)[number] | (typeof DECISIONS)[number] | (typeof ANSWERS)[number]

/** What is open between the sides. */
export const PROPOSAL_KINDS = ['counter', 'change', 'cancel'] as const
export type ProposalKind = (typeof PROPOSAL_KINDS)[number]
/** For the staff also an acceptance that can still be undone: the client hears of it afterwards. */
export type Open = ProposalKind | 'acceptance'
/** Whether the manufacturer's answer is the asker's own, and whether it is so young that it can be undone. */
export type Answered = { own: boolean; recent: boolean }

type Rule = {
  act: Act
  side: Side
  from: State
  /** Several: the tenant's limit, or what was asked for, decides. */
  to: readonly State[]
  /** Only while this is open; `none`: only while nothing is. */
  open?: Open | 'request' | 'none'
  /** By whoever gave the answer that is there; `recent`: while it can be undone. */
  own?: true | 'recent'
  /** It is said why. */
  reason?: true
}

/** Who may do what, when, and what becomes of it: the one table of rules, which the database enforces as well. */
export const RULES: readonly Rule[] = [
  { act: 'submit', side: 'client', from: 'draft', to: ['awaiting_approval', 'submitted'] },
  { act: 'submit', side: 'staff', from: 'draft', to: ['awaiting_approval', 'submitted'] },
  { act: 'approve', side: 'client', from: 'awaiting_approval', to: ['submitted'] },
  { act: 'decline', side: 'client', from: 'awaiting_approval', to: ['rejected'], reason: true },
  { act: 'withdraw', side: 'client', from: 'awaiting_approval', to: ['cancelled'] },
  { act: 'withdraw', side: 'client', from: 'submitted', to: ['cancelled'] },
  { act: 'withdraw', side: 'client', from: 'countered', to: ['cancelled'] },
  // It takes effect when its undo time is over (portal.release_acceptances).
  { act: 'accept', side: 'staff', from: 'submitted', to: ['accepted'], open: 'none' },
  { act: 'undo', side: 'staff', from: 'submitted', to: ['submitted'], open: 'acceptance', own: 'recent' },
  { act: 'reject', side: 'staff', from: 'submitted', to: ['rejected'], open: 'none', reason: true },
  { act: 'undo', side: 'staff', from: 'rejected', to: ['submitted'], own: 'recent' },
  { act: 'counter', side: 'staff', from: 'submitted', to: ['countered'], open: 'none' },
  { act: 'counter', side: 'staff', from: 'countered', to: ['countered'], own: true },
  { act: 'withdraw_counter', side: 'staff', from: 'countered', to: ['submitted'], own: true },
  { act: 'accept_counter', side: 'client', from: 'countered', to: ['accepted'] },
  { act: 'decline_counter', side: 'client', from: 'countered', to: ['submitted'], reason: true },
  { act: 'request_change', side: 'client', from: 'accepted', to: ['accepted'], open: 'none' },
  { act: 'request_cancel', side: 'client', from: 'accepted', to: ['accepted'], open: 'none', reason: true },
  { act: 'grant', side: 'staff', from: 'accepted', to: ['accepted'], open: 'change' },
  { act: 'grant', side: 'staff', from: 'accepted', to: ['cancelled'], open: 'cancel' },
  { act: 'refuse', side: 'staff', from: 'accepted', to: ['accepted'], open: 'request', reason: true },
  { act: 'link', side: 'staff', from: 'accepted', to: ['accepted'] },
]

const isOpen = (wanted: Rule['open'], open: Open | null) =>
  wanted === undefined ||
  (wanted === 'none'
    ? open === null
    : wanted === 'request'
      ? open === 'change' || open === 'cancel'
      : open === wanted)

const isTheirs = (wanted: Rule['own'], { own, recent }: Answered) =>
  wanted === undefined || (own && (wanted === true || recent))

export type Standing = { state: State; open: Open | null; answered: Answered }

const rulesNow = ({ state, open, answered }: Standing, side: Side): Rule[] =>
  RULES.filter(
    (rule) =>
      rule.side === side && rule.from === state && isOpen(rule.open, open) && isTheirs(rule.own, answered),
  )

/** The rule that an act of this side follows now; undefined: it is not possible. */
export const ruleFor = (at: Standing, act: Act, side: Side): Rule | undefined =>
  rulesNow(at, side).find((rule) => rule.act === act)

/** What this side could do now, whatever the asker's permissions. */
export const actsOf = (at: Standing, side: Side): Act[] => [
  ...new Set(rulesNow(at, side).map(({ act }) => act)),
]

/** Above the tenant's limit, or of no known total, it needs an approval by somebody of the tenant who may give it. */
export const needsApproval = (
  { totalCents, unpriced }: { totalCents: bigint; unpriced: number },
  limitCents: bigint | null,
  approves: boolean,
): boolean => limitCents !== null && !approves && (totalCents > limitCents || unpriced > 0)
