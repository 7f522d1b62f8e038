import { expect, it } from 'vitest'
import { actsOf, needsApproval, type ProposalKind, ruleFor, type Side, type State } from './transitions.ts'

it.each<[State, ProposalKind | null, Side, string[]]>([
  ['draft', null, 'client', ['submit']],
  ['draft', null, 'staff', ['submit']],
  ['awaiting_approval', null, 'client', ['approve', 'decline', 'withdraw']],
  ['awaiting_approval', null, 'staff', []],
  ['submitted', null, 'client', ['withdraw']],
  ['submitted', null, 'staff', ['accept', 'reject', 'counter']],
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
  expect(actsOf({ state, open }, side)).toEqual(acts)
})

it('ends what was asked to be cancelled, and keeps what was asked to be changed', () => {
  const granted = (open: ProposalKind) => ruleFor({ state: 'accepted', open }, 'grant', 'staff')?.to
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
