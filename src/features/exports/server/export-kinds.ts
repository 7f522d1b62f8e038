import type { TableKind } from '../../../platform/server/export/table-kind.ts'
import type { ExportKind } from '../contract.ts'

/** As the features publish them; the application hands them in. */
export type ExportKinds = Record<ExportKind, TableKind>

export const kindOf = (kinds: ExportKinds, job: { kind: string }): TableKind => kinds[job.kind as ExportKind]
