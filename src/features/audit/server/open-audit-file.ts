import type { Handle } from '../../../platform/server/database/handle.ts'
import { readInChunks } from '../../../platform/server/database/read-in-chunks.ts'
import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { ExportColumn } from '../../../platform/server/export/column.ts'
import { dateOfAsker } from '../../../platform/server/export/date-of-asker.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { type AuditFileInput, type AuditRow, auditFileContract } from '../contract.ts'
import { auditRows, selectAudit, withPeople } from './select-audit.ts'

const asJson = (fields: AuditRow['old']) => (fields ? JSON.stringify(fields) : null)

/** Every row that the filter selects, as it stands in the chain: its times in UTC, its hash beside it. */
async function openAuditFile({
  tx,
  actor,
  input: { format, ...filter },
  language,
}: Asked<AuditFileInput>): Promise<TableFile<AuditRow>> {
  const words = serverMessages(language).audit
  const { total } = await selectAudit(tx, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const text = (
    heading: keyof typeof words.headings,
    value: (row: AuditRow) => string | null,
    width: number,
  ): ExportColumn<AuditRow> => ({ heading: words.headings[heading], kind: 'text', value, width })
  return {
    format,
    rows: total,
    name: `${words.file}-${await dateOfAsker(tx, actor)}`,
    sheet: words.sheet,
    columns: [
      text('at', ({ at }) => at, 26),
      text('tenant', ({ tenant, tenantId }) => tenant ?? (tenantId === 0 ? words.installation : null), 28),
      { heading: words.headings.seq, kind: 'number', value: ({ seq }) => seq },
      text('action', ({ action }) => action, 24),
      text('actor', ({ actor: id, actorName }) => actorName ?? id, 28),
      text('email', ({ actorEmail }) => actorEmail, 30),
      text('byStaff', ({ byStaff }) => (byStaff ? words.yes : words.no), 10),
      text('objectType', ({ objectType }) => objectType, 16),
      text('objectId', ({ objectId }) => objectId, 24),
      text('old', (row) => asJson(row.old), 40),
      text('new', (row) => asJson(row.new), 40),
      text('traceId', ({ traceId }) => traceId, 34),
      text('hash', ({ hash }) => hash, 66),
    ],
    batches: named(tx, filter),
    act: { objectType: 'audit', objectId: 'export', after: { ...filter, format, language, rows: total } },
  }
}

async function* named(tx: Handle, filter: Omit<AuditFileInput, 'format'>): AsyncGenerator<AuditRow[]> {
  for await (const rows of readInChunks(tx, auditRows(tx, filter))) yield await withPeople(tx, rows)
}

/** `GET /audit/export` */
export const auditFile = tableKind(auditFileContract.export, openAuditFile)
