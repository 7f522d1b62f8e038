import type { Hono } from 'hono'
import type { AnswerTableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { exportInput, ordersFileContract } from '../contract.ts'
import { openOrdersFile } from './open-orders-file.ts'

const { meta } = ordersFileContract.export['~orpc']

/** `GET /orders/export`: every matching order as CSV or XLSX. */
export function mountOrdersExport(
  app: Hono<{ Variables: RequestVariables }>,
  answerTableFile: AnswerTableFile,
) {
  app.get('/api/v1/orders/export', (c) =>
    answerTableFile(c, { meta, input: exportInput }, ({ tx, actor, input, language }) =>
      openOrdersFile(tx, actor, input, language),
    ),
  )
}
