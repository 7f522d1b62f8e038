import type { Actor } from '../database/context.ts'
import type { Database } from '../database/open-database.ts'
import type { Revalidation } from './data-etag.ts'
import type { FactorRules } from './proof.ts'

/** What a request brings to every endpoint. */
export type RequestContext = FactorRules & {
  token: string | undefined
  /** Ends the sessions of a family whose retired token came back. */
  endSession: (sessionId: string) => Promise<void>
  /** `X-Portal-Tenant`: the tenant that the screen was rendered for ('all' or an id); undefined: no assertion. */
  assertedTenant: string | undefined
  /** `If-Match`: the version of a thing that a write knows. */
  ifMatch?: string | undefined
  /** `X-Portal-Signing`: stands for what the session signed a moment ago. */
  signing?: string | undefined
  traceId: string
  /** What was asked for and where from: on record when it is denied. */
  method: string
  path: string
  /** What stands behind the question mark, with it. */
  search?: string
  address: string
  /** The password was right, the second factor is still to come. */
  halfSignedIn: boolean
  database: Database
  /** Tells the HTTP layer who asks: for the language of problems and for the log line. */
  onAsker: (actor: Actor) => void
  /** Reads over HTTP: for endpoints whose answer follows from data with a version. */
  revalidation?: Revalidation
}
