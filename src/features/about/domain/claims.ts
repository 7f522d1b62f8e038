/**
 * What the About page says of safety: each claim with the test that shows it, which must be there (claims.test.ts). What the
 * product does not enforce itself (encryption of disks and lines, audits by others) is its operator's to say, and is not said here.
 */
export const CLAIMS = [
  { id: 'isolation', shownBy: 'test/security/policy-mutation.test.ts' },
  { id: 'access', shownBy: 'test/security/access-matrix.test.ts' },
  { id: 'secondFactor', shownBy: 'test/server/second-factor.test.ts' },
  { id: 'lockout', shownBy: 'test/server/sign-in.test.ts' },
  { id: 'audit', shownBy: 'test/faults/audit-tampering.test.ts' },
  { id: 'headers', shownBy: 'test/security/http-headers.test.ts' },
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
