import { expect, it } from 'vitest'
import {
  actsOf,
  needsApproval,
  type Open,
  type ProposalKind,
  ruleFor,
  type Side,
  type State,
} from './transitions.ts'

const NOBODY = { own: false, recent: false }

it.each<[State, Open | null, Side, string[]]>([
  ['draft', null, 'client', ['submit']],
  ['draft', null, 'staff', ['submit']],
  ['awaiting_approval', null, 'client', ['approve', 'decline', 'withdraw']],
  ['awaiting_approval', null, 'staff', []],
  ['submitted', null, 'client', ['withdraw']],
  ['submitted', null, 'staff', ['accept', 'reject', 'counter']],
  // An acceptance that can still be undone: the client's acts are those of before.
  ['submitted', 'acceptance', 'staff', []],
  ['countered', 'counter', 'client', ['withdraw', 'accept_counter', 'decline_counter']],
  ['countered', 'counter', 'staff', []],
  ['accepted', null, 'client', ['request_change', 'request_cancel']],
  ['accepted', null, 'staff', ['link']],
  ['accepted', 'change', 'client', []],
  ['accepted', 'change', 'staff', ['grant', 'refuse', 'link']],
  ['accepted', 'cancel', 'staff', ['grant', 'refuse', 'link']],
  ['rejected', null, 'client', []],
  ['rejected', null, 'staff', []],
  ['cancelled', null, 'client', []],
  ['cancelled', null, 'staff', []],
])('%s with %s open: %s can %j', (state, open, side, acts) => {
  expect(actsOf({ state, open, answered: NOBODY }, side)).toEqual(acts)
})

it.each<[State, Open | null, 'recent' | 'old', string[]]>([
  ['submitted', 'acceptance', 'recent', ['undo']],
  ['submitted', 'acceptance', 'old', []],
  ['submitted', null, 'recent', ['accept', 'reject', 'counter']],
  ['rejected', null, 'recent', ['undo']],
  ['rejected', null, 'old', []],
  ['countered', 'counter', 'recent', ['counter', 'withdraw_counter']],
  ['countered', 'counter', 'old', ['counter', 'withdraw_counter']],
  ['accepted', null, 'recent', ['link']],
])('%s with %s open, answered by the asker (%s): they can %j', (state, open, when, acts) => {
  expect(actsOf({ state, open, answered: { own: true, recent: when === 'recent' } }, 'staff')).toEqual(acts)
})

it('ends what was asked to be cancelled, and keeps what was asked to be changed', () => {
  const granted = (open: ProposalKind) =>
    ruleFor({ state: 'accepted', open, answered: NOBODY }, 'grant', 'staff')?.to
  expect([granted('cancel'), granted('change')]).toEqual([['cancelled'], ['accepted']])
})

it.each([
  [100n, 0, null, false, false],
  [100n, 0, 100n, false, false],
  [101n, 0, 100n, false, true],
  [101n, 0, 100n, true, false],
  [0n, 1, 100n, false, true],
  [0n, 1, null, false, false],
] as const)(
  '%s cents with %i unpriced lines, limit %s, approves %s: needs approval %s',
  (totalCents, unpriced, limit, approves, needs) => {
    expect(needsApproval({ totalCents, unpriced }, limit, approves)).toBe(needs)
  },
)
