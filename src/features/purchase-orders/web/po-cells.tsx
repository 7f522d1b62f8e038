import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import type { PoLine, PurchaseOrder } from '../contract.ts'
import type { State } from '../domain/transitions.ts'

const TONES: Record<State, Tone> = {
  draft: 'mute',
  awaiting_approval: 'warn',
  submitted: 'warn',
  countered: 'warn',
  accepted: 'good',
  rejected: 'bad',
  cancelled: 'mute',
}

/** One word for each state, the same one in lists, filters, charts and files. */
export function PoStatus({ children }: { children: State }) {
  const t = useTranslations('purchaseOrders.statuses')
  return <Badge tone={TONES[children]}>{t(children)}</Badge>
}

/** What is known of the total: without prices, that it comes with the confirmation. */
export function useTotal() {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  return ({ total, currency, unpricedLines, lines }: PurchaseOrder) => {
    if (total === null) return DASH
    if (lines > 0 && unpricedLines === lines) return t('onConfirmation')
    const sum = formats.money(total, currency)
    return unpricedLines > 0 ? t('plusUnpriced', { sum, count: unpricedLines }) : sum
  }
}

/** A line's price, and what it is for when that is not one of its unit. */
export function usePrice() {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  return (
    { unitPrice, pricePer, unit }: Pick<PoLine, 'unitPrice' | 'pricePer' | 'unit'>,
    currency: string,
  ) => {
    if (unitPrice === null) return t('onConfirmation')
    const price = formats.unitPrice(unitPrice, currency)
    if (pricePer === 1) return price
    return t('pricePer', { price, quantity: `${formats.quantity(pricePer)} ${unit ?? ''}`.trim() })
  }
}

/** By the client's number, else by the portal's. */
export function usePoName() {
  const t = useTranslations('purchaseOrders')
  return ({ poNo, number }: Pick<PurchaseOrder, 'poNo' | 'number'>) =>
    poNo !== null
      ? t('one', { number: poNo })
      : number !== null
        ? t('oneByNumber', { number })
        : t('oneDraft')
}

/** Whose turn it is, or what became of it, beside the word of its state; empty: nothing is left to do. */
export function useWaitsFor() {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const isStaff = can(useAccess(), { permission: 'purchase_orders.manage' })
  const mine = isStaff ? 'submitted' : 'countered'
  return ({
    state,
    open,
    orderState,
    takesEffectAt,
  }: Pick<PurchaseOrder, 'state' | 'open' | 'orderState' | 'takesEffectAt'>) => {
    if (takesEffectAt) return t('waits.held', { time: formats.time(takesEffectAt) })
    if (state === 'rejected' || state === 'cancelled') return ''
    if (state === mine) return t('waits.yours')
    if (state !== 'accepted') return t(`waits.${state}`)
    if (open === 'change' || open === 'cancel') return t(`waits.${open}`)
    return orderState ? t(`orderStates.${orderState}`) : ''
  }
}
