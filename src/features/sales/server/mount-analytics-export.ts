import type { Hono } from 'hono'
import type { AnswerTableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { analyticsFileContract, analyticsFileInput } from '../domain/analytics-file-contract.ts'
import { openAnalyticsFile } from './open-analytics-file.ts'

const { meta } = analyticsFileContract.analyticsExport['~orpc']

/** `GET /sales/analytics/export`: what the screen shows, as a workbook in the reader's language. */
export function mountAnalyticsExport(
  app: Hono<{ Variables: RequestVariables }>,
  answerTableFile: AnswerTableFile,
  reportingAsOf: string | undefined,
) {
  app.get('/api/v1/sales/analytics/export', (c) =>
    answerTableFile(c, { meta, input: analyticsFileInput }, (asked) =>
      openAnalyticsFile({ ...asked, reportingAsOf }),
    ),
  )
}
