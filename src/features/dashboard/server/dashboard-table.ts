import type { CellValue, ExportColumn } from '../../../platform/server/export/column.ts'
import type { ServerMessages } from '../../../platform/server/http/server-messages.ts'

export type DashboardWords = ServerMessages['dashboard']
/** Heading, kind and width of each column. */
export type DashboardTable = {
  sheet: string
  columns: [heading: string, kind: ExportColumn<never>['kind'], width?: number][]
  rows: (readonly CellValue[])[]
}
