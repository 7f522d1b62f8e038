import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { PoDetail } from '../contract.ts'
import { usePrice } from './po-cells.tsx'

/** What the other side proposes or asks, beside what stands now. */
export function ProposalPanel({ detail: { proposal, lines, purchaseOrder } }: { detail: PoDetail }) {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const price = usePrice()
  if (!proposal) return null
  return (
    <Panel title={t(`proposal.${proposal.kind}`)}>
      <ul>
        {proposal.requestedDate && (
          <li>
            {t('proposal.date', {
              old: formats.date(purchaseOrder.requestedDate),
              new: formats.date(proposal.requestedDate),
            })}
          </li>
        )}
        {proposal.quantities.map(({ lineNo, quantity }) => {
          const line = lines.find((one) => one.lineNo === lineNo)
          return (
            <li key={lineNo}>
              {t('proposal.quantity', {
                item: line?.itemNo ?? String(lineNo),
                old: formats.quantity(line?.quantity),
                new: formats.quantity(quantity),
                unit: line?.unit ?? '',
              })}
            </li>
          )
        })}
        {proposal.prices.map(({ lineNo, ...stated }) => {
          const line = lines.find((one) => one.lineNo === lineNo)
          return (
            <li key={`price ${lineNo}`}>
              {t('proposal.price', {
                item: line?.itemNo ?? String(lineNo),
                price: price({ ...stated, unit: line?.unit ?? null }, purchaseOrder.currency),
              })}
            </li>
          )
        })}
      </ul>
      {proposal.note && <p>{t('timeline.quoted', { note: proposal.note })}</p>}
    </Panel>
  )
}
