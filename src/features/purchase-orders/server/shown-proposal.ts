import { moneyText } from '../../../platform/domain/money-text.ts'
import type { PoDetail, PoLine } from '../contract.ts'
import { lineAmount } from '../domain/line-amount.ts'
import type { StoredProposal } from './find-po.ts'

type Shown = NonNullable<PoDetail['proposal']>

/** What is proposed, line by line and in all, as it would be: the old stands on the purchase order's own lines. */
export function shownProposal(
  proposal: StoredProposal,
  lines: readonly PoLine[],
  { currency, before, sees }: { currency: string; before: bigint; sees: boolean },
): Shown {
  const prices = proposal.prices ?? []
  const proposed = lines.map((line) => {
    const quantity = proposal.quantities.find(({ lineNo }) => lineNo === line.lineNo)?.quantity
    const price = prices.find(({ lineNo }) => lineNo === line.lineNo)
    const { lineNo, unitPrice, pricePer } = { ...line, ...price }
    const now = { lineNo, quantity: quantity ?? line.quantity, unitPrice, pricePer }
    const cents =
      unitPrice === null
        ? null
        : lineAmount(Math.round(now.quantity * 1000), unitPrice, String(pricePer), currency)
    return { ...now, cents, changes: quantity !== undefined || price !== undefined }
  })
  const total = proposed.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n)
  return {
    ...proposal,
    prices: sees ? prices : [],
    lines: proposed
      .filter(({ changes }) => changes)
      .map(({ changes: _, cents, ...line }) => ({
        ...line,
        unitPrice: sees ? line.unitPrice : null,
        amount: sees && cents !== null ? moneyText(cents) : null,
      })),
    total: sees ? moneyText(total) : null,
    difference: sees ? moneyText(total - before) : null,
    unpricedLines: sees ? proposed.filter(({ cents }) => cents === null).length : 0,
  }
}
