import { readInChunks } from '../../../platform/server/database/read-in-chunks.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { ExportColumn } from '../../../platform/server/export/column.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { dayIn, timeIn } from '../../../platform/server/time-zone.ts'
import { zoneOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { type AuditFileInput, type AuditRow, auditFileContract } from '../contract.ts'
import { auditWords } from './audit-words.ts'
import { auditRows, selectAudit, withPeople } from './select-audit.ts'

const asJson = (fields: AuditRow['old']) => (fields ? JSON.stringify(fields) : null)

/** Every row that the filter selects, as it stands in the chain: its times in UTC and where the asker is, its hash beside it. */
async function openAuditFile({
  tx,
  actor,
  input: { format, ...ask },
  language,
}: Asked<AuditFileInput>): Promise<TableFile<AuditRow>> {
  const words = serverMessages(language).audit
  const named = auditWords(language)
  const zone = (await zoneOfAsker(tx, actor)) ?? 'UTC'
  const filter = { ...ask, zone }
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
    name: `${words.file}-${dayIn(zone)}`,
    sheet: words.sheet,
    columns: [
      text('at', ({ at }) => at, 26),
      {
        heading: `${words.headings.localAt} (${zone})`,
        kind: 'text',
        value: ({ at }) => timeIn(zone, Date.parse(at)),
        width: 20,
      },
      text('tenant', ({ tenant, tenantId }) => tenant ?? (tenantId === 0 ? words.installation : null), 28),
      { heading: words.headings.seq, kind: 'number', value: ({ seq }) => seq },
      text('action', ({ action }) => named.action(action), 34),
      text('actionCode', ({ action }) => action, 24),
      text('actor', ({ actor: id, actorName }) => actorName ?? id, 28),
      text('email', ({ actorEmail }) => actorEmail, 30),
      text('byStaff', ({ byStaff }) => (byStaff ? words.yes : words.no), 10),
      text('objectType', ({ objectType }) => objectType && named.object(objectType), 20),
      text('objectCode', ({ objectType }) => objectType, 16),
      text('objectId', ({ objectId }) => objectId, 24),
      text('objectName', ({ objectName }) => objectName, 28),
      text('objectEmail', ({ objectEmail }) => objectEmail, 30),
      text('old', (row) => asJson(row.old), 40),
      text('new', (row) => asJson(row.new), 40),
      text('traceId', ({ traceId }) => traceId, 34),
      text('address', ({ address }) => address, 18),
      text('hash', ({ hash }) => hash, 66),
    ],
    batches: withNames(tx, filter),
    act: { objectType: 'audit', objectId: 'export', after: { ...ask, format, language, rows: total } },
  }
}

async function* withNames(tx: Tx, filter: Parameters<typeof auditRows>[1]): AsyncGenerator<AuditRow[]> {
  for await (const rows of readInChunks(tx, auditRows(tx, filter))) yield await withPeople(tx, rows)
}

/** `GET /audit/export` */
export const auditFile = tableKind(auditFileContract.export, openAuditFile)
