/** How a batch is answered, for what arrives otherwise than in rows; and what is known of how sources write. */

export { EXPLAINED_REFUSALS } from './explained-refusals.ts'
export { asProblem } from './http/as-problem.ts'
export { readQuery } from './http/ingest-query.ts'
export { readSmall, requestBody } from './http/request-body.ts'
export { statusOf } from './http/status-of.ts'
export { apiKeyContext } from './ingest-context.ts'
export { earlierAnswer } from './land/find-answer.ts'
export { keepBatch } from './land/keep-answer.ts'
export { keepRefusedBatch } from './land/keep-refusal.ts'
export { nextBatch } from './land/receive.ts'
export { forgetReadings, saveSettings, sourceSettings } from './land/source-settings.ts'
export type { RejectedRows, RowSeal } from './rejected/row-seal.ts'
