/** What the product enforces itself, with its test; what its operator answers for: encryption of disks and lines, audits by others. */
export const CLAIM_KINDS = ['enforced', 'operator'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]
export const LONGEST_CLAIM = 500

/** The tests by which something can be claimed as enforced: they must be there (claims.test.ts). */
export const PROOFS = [
  'test/faults/audit-tampering.test.ts',
  'test/faults/event-loss.test.ts',
  'test/faults/kill-loop.test.ts',
  'test/faults/sign-in-alike.test.ts',
  'test/security/access-matrix.test.ts',
  'test/security/fuzz.test.ts',
  'test/security/http-headers.test.ts',
  'test/security/non-interference.test.ts',
  'test/security/policy-mutation.test.ts',
  'test/security/secrets.test.ts',
  'test/server/audit-trail.test.ts',
  'test/server/passkeys.test.ts',
  'test/server/second-factor.test.ts',
  'test/server/sign-in.test.ts',
] as const

/** Parts of the product that are there; names and words stand in the messages. */
export const ABOUT_MODULES = [
  'dashboard',
  'orders',
  'finance',
  'product',
  'qaqc',
  'legal',
  'sales',
  'sales-analytics',
  'chat',
  'voice-assistant',
  'profile',
  'settings',
] as const

export const AUDIENCES = ['clients', 'distributors', 'wholesalers', 'partners'] as const
export const GOALS = ['whole', 'exact', 'apart'] as const
export const STEPS = ['send', 'keep', 'tell', 'show'] as const
export const PEOPLE = ['administrators', 'staff', 'owners', 'members'] as const

/** What it is made of; names are nobody's to translate. */
export const TECHNOLOGY = [
  { part: 'database', names: 'PostgreSQL, Kysely' },
  { part: 'server', names: 'Node.js, TypeScript, Hono, oRPC' },
  { part: 'screens', names: 'React, Mantine, TanStack' },
] as const

export const COLOURS = [
  { part: 'primary', value: '#003F5F' },
  { part: 'secondary', value: '#FFF8E7' },
] as const

/** Of corners, the smallest first. */
export const RADII = ['6 px', '10 px', '14 px'] as const
