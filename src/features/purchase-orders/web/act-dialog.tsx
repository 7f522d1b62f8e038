import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { writeTyped } from '../../../platform/web/format/typed-number.ts'
import { useKeptDraft } from '../../../platform/web/forms/use-kept-draft.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { PoDetail } from '../contract.ts'
import { type PoAct, wordOf } from './po-acts.ts'
import { api } from './po-queries.ts'
import { PriceFields, readPrices, type TypedPrices } from './price-fields.tsx'
import { ProposedTotal } from './proposed-total.tsx'
import { quantityIn, readQuantity } from './quantity.ts'

const NEEDS_REASON: readonly PoAct[] = ['decline', 'reject', 'decline_counter', 'request_cancel', 'refuse']
const PROPOSES: readonly PoAct[] = ['counter', 'request_change']
/** The manufacturer may say what a line costs that has no price. */
const PRICES: readonly PoAct[] = ['accept', 'counter']
const DANGER: readonly PoAct[] = ['withdraw', 'decline', 'reject', 'request_cancel']

/** What stands in the fields at first instead of what is. */
export type Typed = { date: string; quantities: Record<number, string> }
type ActDialogProps = { detail: PoDetail; act: PoAct; typed?: Typed; onClose: () => void }

/** One act: what it means, and what has to be said with it. */
export default function ActDialog({ detail, act, typed, onClose }: ActDialogProps) {
  const t = useTranslations('purchaseOrders')
  const tNumbers = useTranslations('typedNumbers')
  const queries = useQueryClient()
  const { purchaseOrder, lines, version } = detail
  // A counter-proposal is corrected: what was proposed is what one begins with.
  const before = act === 'counter' ? detail.proposal : null
  const word = wordOf(act, purchaseOrder.state)
  const { values, change, forget } = useKeptDraft(`purchase order ${purchaseOrder.id} ${word}`, {
    note: before?.note ?? '',
    promisedDate: purchaseOrder.requestedDate ?? '',
  })
  const [date, setDate] = useState(
    typed?.date || (before?.requestedDate ?? purchaseOrder.requestedDate ?? ''),
  )
  const [quantities, setQuantities] = useState<Record<number, string>>(
    typed?.quantities ??
      Object.fromEntries(
        (before?.quantities ?? []).map(({ lineNo, quantity }) => [lineNo, writeTyped(quantity)]),
      ),
  )
  const [prices, setPrices] = useState<TypedPrices>(
    Object.fromEntries(
      (before?.prices ?? []).map(({ lineNo, unitPrice, pricePer }) => [
        lineNo,
        { price: writeTyped(unitPrice), per: writeTyped(pricePer) },
      ]),
    ),
  )
  const access = useAccess()
  const unpriced =
    PRICES.includes(act) && can(access, { permission: 'prices.read' })
      ? lines.filter(({ unitPrice }) => unitPrice === null)
      : []
  const proposes = PROPOSES.includes(act)

  const submit = async () => {
    const note = values.note.trim() || null
    if (NEEDS_REASON.includes(act) && note === null) return t('reasonMissing')
    if (act === 'accept' && values.promisedDate === '') return t('promiseMissing')
    const changed = lines.flatMap(({ lineNo, quantity, unit }) => {
      const typed = quantities[lineNo]
      return typed === undefined ? [] : [{ lineNo, old: quantity, quantity: readQuantity(typed, unit) }]
    })
    const stated = readPrices(prices)
    if (stated === null || changed.some(({ quantity }) => quantity === null)) return tNumbers('check')
    const id = purchaseOrder.id
    const proposal = proposes && {
      requestedDate: date === '' || date === purchaseOrder.requestedDate ? null : date,
      quantities: changed
        .filter(({ old, quantity }) => quantity !== old)
        .map(({ lineNo, quantity }) => ({ lineNo, quantity: quantity as number })),
    }
    try {
      await send(act, {
        id,
        version,
        note,
        ...(proposal || {}),
        ...(stated.length > 0 && { prices: stated }),
        ...(act === 'accept' && { promisedDate: values.promisedDate }),
      })
    } catch (fault) {
      // Somebody was first: the screen shows what is now, and what was typed stays.
      if (isProblem(fault, 412) || isProblem(fault, 409))
        await queries.invalidateQueries({ queryKey: ['purchase-orders'] })
      throw fault
    }
    await queries.invalidateQueries({ queryKey: ['purchase-orders'] })
    forget()
    toast.done(t(`done.${act}`))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t(`acts.${word}`)}
      submit={t(`acts.${word}`)}
      danger={DANGER.includes(act)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t(`meaning.${act}`)}</p>
      {act === 'accept' && (
        <TextField
          type="date"
          label={t('columns.promisedDate')}
          path="promisedDate"
          value={values.promisedDate}
          max="9999-12-31"
          onChange={(event) => change({ promisedDate: event.currentTarget.value })}
        />
      )}
      {proposes && (
        <>
          <TextField
            type="date"
            label={t('columns.requestedDate')}
            value={date}
            max="9999-12-31"
            onChange={(event) => setDate(event.currentTarget.value)}
          />
          {lines.map(({ lineNo, itemNo, quantity, unit }) => (
            <NumberField
              key={lineNo}
              bounds={quantityIn(unit)}
              label={t('quantityOf', { item: itemNo, unit: unit ?? '' })}
              path={`quantities.${lineNo}`}
              maxLength={20}
              value={quantities[lineNo] ?? writeTyped(quantity)}
              onChange={(event) => setQuantities({ ...quantities, [lineNo]: event.currentTarget.value })}
            />
          ))}
        </>
      )}
      {unpriced.length > 0 && (
        <PriceFields
          lines={unpriced}
          currency={purchaseOrder.currency}
          prices={prices}
          onChange={setPrices}
        />
      )}
      {proposes && <ProposedTotal detail={detail} quantities={quantities} prices={prices} />}
      {act !== 'submit' && act !== 'approve' && act !== 'accept_counter' && (
        <Textarea
          label={t(NEEDS_REASON.includes(act) ? 'reason' : 'message')}
          autosize
          minRows={2}
          maxLength={1000}
          value={values.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      )}
    </FormDialog>
  )
}

type Wish = {
  id: number
  version: number
  note: string | null
  requestedDate?: string | null
  quantities?: { lineNo: number; quantity: number }[]
  prices?: { lineNo: number; unitPrice: string; pricePer: number }[]
  promisedDate?: string
}

function send(act: PoAct, wish: Wish) {
  switch (act) {
    case 'approve':
    case 'decline':
      return api.decide({ id: wish.id, version: wish.version, note: wish.note, approve: act === 'approve' })
    case 'accept':
    case 'reject':
    case 'counter':
    case 'withdraw_counter':
    case 'grant':
    case 'refuse':
      return api.answer({ ...wish, act })
    default:
      return api.act({ ...wish, act })
  }
}
