import type { PlainTable } from '../../../platform/server/export/plain-tables.ts'
import type { ServerMessages } from '../../../platform/server/http/server-messages.ts'

export type DashboardWords = ServerMessages['dashboard']
export type DashboardTable = PlainTable
