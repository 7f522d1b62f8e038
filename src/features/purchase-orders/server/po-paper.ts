import type { Hono } from 'hono'
import { sql } from 'kysely'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import {
  type AnswerFile,
  type Asked,
  endpointOf,
  type MadeFile,
} from '../../../platform/server/export/answer-file.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { drawLetterhead, letterBytes, readLetterhead } from '../../../platform/server/pdf/letterhead.ts'
import type { Column } from '../../../platform/server/pdf/paper.ts'
import { paperFormats } from '../../../platform/server/pdf/paper-formats.ts'
import { zoneOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { purchaseOrderFileContract } from '../contract.ts'
import { readLines } from './drafts.ts'
import { findPo } from './find-po.ts'

/** `GET /purchase-orders/{id}/pdf`: what was ordered, of whom, for when and where. Prices for those alone who may see them. */
async function openPurchaseOrderPaper({
  tx,
  actor,
  input,
  language,
}: Asked<{ id: number }>): Promise<MadeFile> {
  const po = await findPo(tx, actor, input.id, '')
  const sees = may(actor, 'prices.read')
  const zone = (await zoneOfAsker(tx, actor)) ?? 'UTC'
  const [head, lines, { issuer, date, total }] = await Promise.all([
    readLetterhead(tx, { tenantId: po.tenantId, needs: ['legalName', 'address'], language }),
    readLines(tx, po),
    tx
      .selectFrom('purchase_orders as p')
      .innerJoin('tenants as t', 't.id', 'p.tenant_id')
      .select([
        't.name as issuer',
        sql<string>`(p.dated_at at time zone ${zone})::date::text`.as('date'),
        sql<string>`(p.total_cents / 100.0)::numeric(20, 2)::text`.as('total'),
      ])
      .where('p.tenant_id', '=', po.tenantId)
      .where('p.id', '=', po.id)
      .executeTakeFirstOrThrow(),
  ])
  const { words } = head
  const formats = paperFormats(head.language)
  const named = po.poNo?.trim() || (po.number === null ? '' : String(po.number))
  const title = `${words.purchaseOrder} ${named}`.trim()
  return {
    name: `${[words.purchaseOrder.split(' / ')[0], named || po.id].join('-')}.pdf`,
    type: 'application/pdf',
    rows: lines.length,
    act: {
      objectType: 'purchase_order',
      objectId: String(po.id),
      after: { format: 'pdf', language: head.language, rows: lines.length },
    },
    begin: async () =>
      letterBytes(head, { title }, async (paper) => {
        const fact = (name: string, value: string | null | undefined): [string, string][] =>
          value?.trim() ? [[name, value]] : []
        drawLetterhead(paper, head, {
          title,
          to: words.orderedBy,
          client: [issuer, ...(po.shipTo?.trim() ? [`${words.shipTo}${words.colon}${po.shipTo}`] : [])],
          facts: [
            [words.date, formats.date(date)],
            [words.status, words.statuses[po.state]],
            ...fact(words.poNo, po.poNo),
            ...fact(words.portalNumber, po.number === null ? null : String(po.number)),
            ...fact(words.requestedDate, po.requestedDate && formats.date(po.requestedDate)),
            ...fact(words.promisedDate, po.promisedDate && formats.date(po.promisedDate)),
            [words.currency, po.currency],
          ],
        })
        const columns: Column[] = [
          { heading: words.item, width: 18 },
          { heading: words.description, width: sees ? 36 : 62 },
          { heading: words.quantity, width: 16, align: 'right' },
          ...(sees
            ? [
                { heading: words.unitPrice, width: 14, align: 'right' as const },
                { heading: words.amount, width: 16, align: 'right' as const },
              ]
            : []),
        ]
        if (lines.length > 0)
          await paper.table(
            columns,
            (async function* () {
              yield lines.map((line) => [
                line.item_no,
                line.item_name,
                [formats.quantity(line.quantity), line.unit].filter(Boolean).join(' '),
                ...(sees
                  ? [
                      line.unit_price === null
                        ? words.onConfirmation
                        : [
                            formats.unitPrice(line.unit_price, po.currency),
                            ...(Number(line.price_per) === 1
                              ? []
                              : ['/', formats.quantity(line.price_per), line.unit]),
                          ]
                            .filter(Boolean)
                            .join(' '),
                      line.amount === null ? '' : formats.amount(line.amount, po.currency),
                    ]
                  : []),
              ])
            })(),
          )
        if (sees)
          paper.sums([
            {
              name: words.total,
              sum: [
                ...(po.unpriced < lines.length ? [formats.money(total, po.currency)] : []),
                ...(po.unpriced > 0 ? [words.onConfirmation] : []),
              ].join(' + '),
              bold: true,
            },
          ])
        if (po.note?.trim()) {
          paper.gap(16)
          paper.text([{ text: words.note, bold: true, size: 10 }], { tag: 'H2' })
          paper.text([{ text: po.note }])
        }
      }),
  }
}

export function mountPurchaseOrderPaper(
  app: Hono<{ Variables: RequestVariables }>,
  answerFile: AnswerFile,
): void {
  app.get('/api/v1/purchase-orders/:id/pdf', (c) =>
    answerFile(c, endpointOf(purchaseOrderFileContract.pdf), openPurchaseOrderPaper),
  )
}
