import type { RowError } from '../../contract.ts'

export type LandingCode =
  | 'in_progress'
  | 'idempotency_mismatch'
  | 'controls_mismatch'
  | 'replace_confirm'
  | 'replace_unread'
  | 'rows_rejected'
  | 'parent_incomplete'

/** The batch was read, but must not land: nothing of it did. `message` is one sentence for the sender. */
export class LandingRefusal extends Error {
  readonly code: LandingCode
  readonly figures: Record<string, number | string>
  readonly errors: readonly RowError[]
  /** The number of the batch that it left in the list, if it left one. */
  batchId: number | undefined

  constructor(
    code: LandingCode,
    message: string,
    details: { figures?: Record<string, number | string>; errors?: readonly RowError[] } = {},
  ) {
    super(message)
    this.name = 'LandingRefusal'
    this.code = code
    this.figures = details.figures ?? {}
    this.errors = details.errors ?? []
  }
}
