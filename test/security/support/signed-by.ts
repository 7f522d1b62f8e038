import { randomUUID } from 'node:crypto'
import { requestHash, signingHash } from '../../../src/platform/server/endpoint/signing.ts'
import { allEndpoints } from './contracts.ts'
import type { World } from './world.ts'

const SIGNATURES = allEndpoints()
  .filter(({ meta }) => meta.signs)
  .map(({ method, path }) => [method, new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`)] as const)

/** Where the request is a signature, the session of the cookie has just signed it: the header that it comes with. */
export async function signedBy(
  { superuser }: Pick<World, 'superuser'>,
  cookie: string,
  request: { method: string; path: string; body?: unknown },
): Promise<Record<string, string>> {
  if (!SIGNATURES.some(([method, path]) => method === request.method && path.test(request.path))) return {}
  const signing = randomUUID()
  const [, token = ''] = /=([^.]+)\./.exec(cookie) ?? []
  await superuser.query(
    `insert into auth.signings (token_hash, request_hash, session_id, signed_with)
     select $1, $2, s.id, 'password' from auth.sessions s where s.token = $3`,
    [signingHash(signing), requestHash({ body: undefined, ...request }), token],
  )
  return { 'x-portal-signing': signing }
}
