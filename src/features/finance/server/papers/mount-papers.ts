import type { Hono } from 'hono'
import type * as z from 'zod'
import type { EndpointMeta } from '../../../../platform/contract/endpoint.ts'
import type { AnswerFile } from '../../../../platform/server/export/answer-file.ts'
import type { RequestVariables } from '../../../../platform/server/http/record-request.ts'
import { financeFileContract } from '../../contract.ts'
import { paymentsFileContract } from '../../payments-contract.ts'
import { openInvoicePaper } from './invoice-paper.ts'
import { openPaymentPaper } from './payment-paper.ts'
import { openStatementPaper } from './statement-paper.ts'

/** `GET /invoices/{number}/pdf`, `GET /finance/statement/pdf`, `GET /payments/{reference}/pdf` */
export function mountPapers(
  app: Hono<{ Variables: RequestVariables }>,
  answerFile: AnswerFile,
  today: () => string,
): void {
  const { invoicePdf, statementPdf } = financeFileContract
  app.get('/api/v1/payments/:reference/pdf', (c) =>
    answerFile(c, endpointOf(paymentsFileContract.paymentPdf), openPaymentPaper),
  )
  app.get('/api/v1/invoices/:number/pdf', (c) =>
    answerFile(c, endpointOf(invoicePdf), openInvoicePaper(today)),
  )
  app.get('/api/v1/finance/statement/pdf', (c) =>
    answerFile(c, endpointOf(statementPdf), openStatementPaper(today)),
  )
}

const endpointOf = <Schema extends z.ZodType>(of: {
  '~orpc': { meta: EndpointMeta; inputSchema?: Schema }
}): { meta: EndpointMeta; input: Schema } => ({
  meta: of['~orpc'].meta,
  input: of['~orpc'].inputSchema as Schema,
})
