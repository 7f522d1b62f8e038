import { createHash } from 'node:crypto'
import type { SignInService } from '../auth/sign-in-service.ts'
import type { UpstreamActor } from '../database/context.ts'
import { refuse, refuseWhenFull } from '../endpoint/fault.ts'
import type { Http } from './request-context.ts'

/** Requests of one key in a minute. */
const REQUESTS = 600

/** Whose key a request comes with. @throws 401 unknown_key, 429 when it asks too often */
export async function whoSends(
  c: Http,
  signIn: SignInService,
): Promise<{ keyHash: Buffer; upstream: UpstreamActor }> {
  const key = /^Bearer +([\x21-\x7e]{1,200}) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (key === undefined) throw refuse(401, 'unknown_key')
  const keyHash = createHash('sha256').update(key).digest()
  const known = await signIn.countKey(keyHash, REQUESTS, 60)
  if (known === undefined) throw refuse(401, 'unknown_key')
  const { wait, ...upstream } = known
  refuseWhenFull(wait)
  return { keyHash, upstream }
}
