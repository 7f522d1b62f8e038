import type { Origin } from '../../../../platform/server/records/write-records.ts'
import type { IngestAnswer, SourceSettings } from '../../contract.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { Scope } from '../../domain/replace-scope.ts'
import type { Body } from '../body/body.ts'
import type { Known } from '../read/reading.ts'
import type { RowSeal } from '../rejected/row-seal.ts'

/** Sums that the sender took; a missing one is not compared. Amounts in cents, quantities in thousandths. */
type Controls = { rows?: number | undefined; quantity?: bigint | undefined; amount?: bigint | undefined }

export type Ask = {
  kind: Kind
  /** Reads the body, once; `known`: what the source's settings and earlier files say. */
  body: (known: Known) => Body
  /** Instead of that: reads it only for its fingerprint. */
  fingerprint?: (() => Promise<Uint8Array>) | undefined
  /** As asked, for the record of the batch. */
  options: Record<string, unknown>
  idempotencyKey?: string | undefined
  atomic?: boolean | undefined
  replace?: { scope: Scope } | undefined
  /** Replace although much would go, and move what has a history to another company. */
  confirm?: boolean | undefined
  /** Instead of what the source's setting says. */
  duplicates?: SourceSettings['duplicates'] | undefined
  /** Of lines that are numbered within their parents: what stood of a parent and does not come may go. */
  complete?: boolean | undefined
  controls?: Controls | undefined
  /** Everything, and then nothing of it stays. */
  dryRun?: boolean | undefined
  /** Keeps rejected rows; without it none are kept. */
  seal?: RowSeal | undefined
  origin?: Origin | undefined
  /** For the operator: what was left undone beside the batch, which stands all the same. */
  warn: (what: string, fault: unknown) => void
  onProgress?: ((rows: number) => void) | undefined
}

/** `body` is the answer's JSON, the same bytes each time that the same request comes again. */
export type Ingested = { answer: IngestAnswer; body: string; replayed: boolean }

/** For callers without a log: nothing is left undone in silence. */
export const raise: Ask['warn'] = (_, fault) => {
  throw fault
}
