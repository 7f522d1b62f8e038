import { NoSession } from '../../../../platform/server/database/context.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { MOST_ERRORS } from '../../domain/max-errors.ts'
import { type LandingCode, LandingRefusal } from '../land/refusal.ts'
import { ReadRefusal, type RefusalCode } from '../read/refusal.ts'

const READ_STATUS: Record<RefusalCode, number> = {
  empty_body: 422,
  not_a_table: 422,
  unknown_headings: 422,
  duplicate_heading: 422,
  unknown_column: 422,
  key_not_possible: 422,
  unknown_sheet: 422,
  bad_gzip: 422,
  bad_workbook: 422,
  no_space: 507,
  encoding_unclear: 422,
  number_mark_unclear: 422,
  date_order_unclear: 422,
  setting_contradicted: 422,
  total_differs: 422,
  unpacked_too_large: 413,
}
const LANDING_STATUS: Record<LandingCode, number> = {
  in_progress: 409,
  idempotency_mismatch: 422,
  controls_mismatch: 422,
  replace_confirm: 409,
  replace_unread: 422,
  rows_rejected: 422,
  parent_incomplete: 422,
}

/** What stopped a batch, as a refusal over HTTP; anything else stays what it is. */
export function asProblem(fault: unknown): unknown {
  if (fault instanceof NoSession) return refuse(401, 'unknown_key')
  if (fault instanceof ReadRefusal) {
    const { found, accepted } = fault.details
    return refuse(READ_STATUS[fault.code], fault.code, {
      errors: [{ path: 'body', message: fault.message }],
      ...(found && { found: [...found] }),
      ...(accepted && { accepted: [...accepted] }),
      ...numberOf(fault),
    })
  }
  if (fault instanceof LandingRefusal) {
    const { code, figures, errors } = fault
    return refuse(LANDING_STATUS[code], code, {
      ...numberOf(fault),
      values: figures,
      ...(Object.keys(figures).length > 0 && { figures }),
      ...(errors.length > 0 && {
        errors: errors
          .slice(0, MOST_ERRORS)
          .map(({ field, message, ...rest }) => ({ path: field ?? '', message, ...rest })),
      }),
      ...(code === 'in_progress' && { retryAfter: 1 }),
    })
  }
  return fault
}

const numberOf = ({ batchId }: ReadRefusal | LandingRefusal) => (batchId === undefined ? {} : { batchId })
