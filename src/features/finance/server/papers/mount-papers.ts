import type { Hono } from 'hono'
import { type AnswerFile, endpointOf } from '../../../../platform/server/export/answer-file.ts'
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
