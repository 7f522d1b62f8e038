import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { TableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { CellValue } from '../../../platform/server/export/column.ts'
import { fromTables } from '../../../platform/server/export/plain-tables.ts'
import { type ServerLanguage, serverMessages } from '../../../platform/server/http/server-messages.ts'
import { dateOfAsker } from '../../../platform/server/zone-of-asker.ts'
import type { Contribution } from './contribution.ts'
import { dashboardTables } from './dashboard-tables.ts'
import { getDashboard } from './get-dashboard.ts'

type Asked = {
  tx: Tx
  actor: Actor
  input: { currency?: string | undefined }
  language: ServerLanguage
  today: string
  contributions: readonly Contribution[]
}
type Row = readonly CellValue[]

/** The dashboard as the asker sees it, a sheet for each of its parts; a part that is withheld has none. */
export async function openDashboardFile({
  tx,
  actor,
  input: { currency },
  language,
  today,
  contributions,
}: Asked): Promise<TableFile<Row>> {
  const words = serverMessages(language).dashboard
  const [dashboard, day] = await Promise.all([
    getDashboard(tx, actor, { currency, today }, contributions),
    dateOfAsker(tx, actor),
  ])
  const tables = dashboardTables(dashboard, words, { language, several: actor.tenantId === null })
  const sheets = tables.map(({ sheet }) => sheet)
  return {
    format: 'xlsx',
    name: `${words.file}-${day}`,
    ...fromTables(tables),
    act: {
      objectType: 'dashboard',
      objectId: 'export',
      after: { ...(currency && { currency }), language, sheets, orders: dashboard.recentOrders?.length ?? 0 },
    },
  }
}
