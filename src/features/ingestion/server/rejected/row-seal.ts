import { createSecretBox } from '../../../../platform/server/auth/secret-box.ts'
import type { Secrets } from '../../../../platform/server/secrets.ts'
import type { RawRow } from './raw-rows.ts'

/** Rejected rows of a batch; `headings` null: there were none. */
export type RejectedRows = { headings: readonly string[] | null; rows: readonly RawRow[] }
export type RowSeal = ReturnType<typeof createRowSeal>

/**
 * Seals rejected rows for their batch alone. The key is made of the secret that seals second factors, so that servers which
 * share a secrets file need no new one; the words before it keep the two apart.
 */
export function createRowSeal({ factors }: Pick<Secrets, 'factors'>) {
  const { seal, unseal } = createSecretBox(`rejected rows\n${factors}`)
  const owner = (batch: number) => `ingest batch ${batch}`
  return {
    seal: (batch: number, rows: RejectedRows): Buffer =>
      seal(Buffer.from(JSON.stringify(rows)), owner(batch)),
    /** Null where it was sealed with another secret, or is another batch's. */
    open(batch: number, sealed: Buffer): RejectedRows | null {
      try {
        return JSON.parse(unseal(sealed, owner(batch)).toString('utf8')) as RejectedRows
      } catch {
        return null
      }
    },
  }
}
