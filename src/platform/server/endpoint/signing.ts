import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../database/context.ts'
import type { Tx } from '../database/tx.ts'
import type { Signature } from '../records/write-records.ts'
import { refuse } from './fault.ts'

/** What a signing is of: one request, and exactly what it brings. */
export type SignedRequest = { method: string; path: string; body: unknown }

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : value

/** The same whatever order the fields come in. */
export const requestHash = ({ method, path, body }: SignedRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([method, path, sorted(body)]))
    .digest()

export const signingHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The body of a request as it was sent: its input without what stands in the path. */
export function bodyOf(input: unknown, path: string): unknown {
  if (typeof input !== 'object' || input === null) return input
  const inPath = new Set([...path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name))
  return Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)))
}

/** 401 unless the asking session has just signed this very request (J7); it is used up by what is done. */
export async function takeSigning(
  tx: Tx,
  { ways }: Pick<Actor, 'ways'>,
  token: string | undefined,
  request: SignedRequest,
): Promise<Signature> {
  const signing = token ? signingHash(token) : Buffer.alloc(0)
  const { rows } = await sql<Signature>`select signer as "by", signed_at as at, signed_with as "with"
    from portal.use_signing(${signing}, ${requestHash(request)})`.execute(tx)
  const passkey = ways?.includes('passkey') ? (['passkey'] as const) : []
  if (!rows[0]) throw refuse(401, 'signature_required', { ways: ['password', ...passkey] })
  return rows[0]
}
