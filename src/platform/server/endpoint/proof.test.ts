import { expect, test } from 'vitest'
import { needsFactor } from './proof.ts'

const somebody = { isAdmin: false, tenantRequires: false }
const administrator = { isAdmin: true, tenantRequires: false }
const ofStrict = { isAdmin: false, tenantRequires: true }

test.each([
  ['required', [true, true, true]],
  ['administrators', [false, true, true]],
  ['optional', [false, false, true]],
] as const)('MFA_POLICY=%s, and a tenant can be stricter', (policy, expected) => {
  expect([somebody, administrator, ofStrict].map((who) => needsFactor(policy, who))).toEqual(expected)
})
