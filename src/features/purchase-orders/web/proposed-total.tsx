import { useTranslations } from 'use-intl'
import { moneyText } from '../../../platform/domain/money-text.ts'
import type { PoDetail } from '../contract.ts'
import { lineAmount } from '../domain/line-amount.ts'
import css from './po.module.css'
import { useTotal } from './po-cells.tsx'
import { readPrices, type TypedPrices } from './price-fields.tsx'
import { readQuantity } from './quantity.ts'

type ProposedTotalProps = {
  detail: PoDetail
  /** As typed, by line; of the others what is ordered stands. */
  quantities: Record<number, string>
  prices: TypedPrices
}

/** What the order would come to with what is typed, beside what it comes to now; nothing while a field cannot be read. */
export function ProposedTotal({ detail: { purchaseOrder, lines }, quantities, prices }: ProposedTotalProps) {
  const t = useTranslations('purchaseOrders')
  const total = useTotal()
  const stated = readPrices(prices)
  if (purchaseOrder.total === null || stated === null) return null
  let cents = 0n
  let unpricedLines = 0
  for (const line of lines) {
    const typed = quantities[line.lineNo]
    const quantity = typed === undefined ? line.quantity : readQuantity(typed, line.unit)
    if (quantity === null) return null
    const { unitPrice, pricePer } = stated.find(({ lineNo }) => lineNo === line.lineNo) ?? line
    if (unitPrice === null) unpricedLines += 1
    else cents += lineAmount(Math.round(quantity * 1000), unitPrice, String(pricePer), purchaseOrder.currency)
  }
  const old = total(purchaseOrder)
  const now = total({ ...purchaseOrder, total: moneyText(cents), unpricedLines })
  return (
    <p className={css.sum} role="status">
      <strong>
        {now === old ? t('lines.total', { total: now }) : t('proposal.total', { old, new: now })}
      </strong>
    </p>
  )
}
