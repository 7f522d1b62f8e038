import type { Asked, MadeFile } from '../../../../platform/server/export/answer-file.ts'
import {
  drawBank,
  drawLetterhead,
  letterBytes,
  readLetterhead,
} from '../../../../platform/server/pdf/letterhead.ts'
import { paperFormats } from '../../../../platform/server/pdf/paper-formats.ts'
import { findPayment } from '../payments/read-payments.ts'

/** What to transfer for which invoices; once it is received, the receipt. */
export async function openPaymentPaper({
  tx,
  actor,
  input,
  language,
}: Asked<{ reference: string }>): Promise<MadeFile> {
  const payment = await findPayment(tx, actor, input.reference)
  const head = await readLetterhead(tx, {
    tenantId: payment.tenantId,
    needs: ['legalName', 'address'],
    language,
  })
  const { words } = head
  const formats = paperFormats(head.language)
  const received = payment.state === 'received'
  const receipt = { payment: words.receipt, deposit: words.deposit, refund: words.refund }[payment.kind]
  const kind = received ? receipt : words.paymentAdvice
  const title = `${kind} ${payment.reference}`
  return {
    name: `${kind.split(' / ')[0]}-${payment.reference}.pdf`,
    type: 'application/pdf',
    rows: payment.parts.length,
    act: {
      objectType: 'payment',
      objectId: payment.reference,
      after: { format: 'pdf', language: head.language, state: payment.state },
    },
    begin: async () =>
      letterBytes(head, { title }, async (paper) => {
        drawLetterhead(paper, head, {
          title,
          client: [head.client],
          facts: [
            [words.date, formats.date(payment.receivedOn ?? payment.createdAt.slice(0, 10))],
            [words.payReference, payment.reference],
            [words.currency, payment.currency],
          ],
        })
        await paper.table(
          [
            { heading: words.invoice, width: 70 },
            { heading: words.amount, width: 30, align: 'right' },
          ],
          (async function* () {
            const onAccount = { invoice: words.onAccount, amount: payment.onAccount }
            const rows = payment.onAccount === '0.00' ? payment.parts : [...payment.parts, onAccount]
            yield rows.map(({ invoice, amount }) => [invoice, formats.amount(amount, payment.currency)])
          })(),
        )
        paper.sums([{ name: words.total, sum: formats.money(payment.amount, payment.currency), bold: true }])
        if (payment.state === 'announced') drawBank(paper, head, payment.reference)
      }),
  }
}
