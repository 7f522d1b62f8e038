import type { Hono } from 'hono'
import type { AnswerTableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { dashboardExportInput, dashboardFileContract } from '../contract.ts'
import type { Contribution } from './contribution.ts'
import { openDashboardFile } from './open-dashboard-file.ts'

const { meta } = dashboardFileContract.export['~orpc']

/** `GET /dashboard/export`: what the screen shows, as a workbook in the reader's language. */
export function mountDashboardExport(
  app: Hono<{ Variables: RequestVariables }>,
  answerTableFile: AnswerTableFile,
  installation: { today: () => string; contributions: readonly Contribution[] },
) {
  app.get('/api/v1/dashboard/export', (c) =>
    answerTableFile(c, { meta, input: dashboardExportInput }, (asked) =>
      openDashboardFile({ ...asked, ...installation, today: installation.today() }),
    ),
  )
}
