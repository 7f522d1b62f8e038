import type { Hono } from 'hono'
import type { AnswerTableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { currentFileContract, currentFileInput } from '../domain/current-file-contract.ts'
import { openCurrentFile } from './open-current-file.ts'

const { meta } = currentFileContract.currentExport['~orpc']

/** `GET /sales/current/export`: what the screen shows, as a file in the reader's language. */
export function mountCurrentExport(
  app: Hono<{ Variables: RequestVariables }>,
  answerTableFile: AnswerTableFile,
  reportingAsOf: string | undefined,
) {
  app.get('/api/v1/sales/current/export', (c) =>
    answerTableFile(c, { meta, input: currentFileInput }, (asked) =>
      openCurrentFile({ ...asked, reportingAsOf }),
    ),
  )
}
