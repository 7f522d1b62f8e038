import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { type Bounds, readWithin, writeTyped } from '../../../platform/web/format/typed-number.ts'
import { useNumberFault } from '../../../platform/web/format/use-number-fault.ts'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { DraftNotice } from '../../../platform/web/kit/draft-notice.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import { TextArea } from '../../../platform/web/kit/text-area.tsx'
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
  const numberFault = useNumberFault()
  const faultOf = (text: string, bounds: Bounds) => {
    const read = readWithin(text, bounds)
    return 'what' in read ? numberFault(read, text, bounds) : undefined
  }
  const queries = useQueryClient()
  const { purchaseOrder, lines, version } = detail
  // A counter-proposal is corrected: what was proposed is what one begins with.
  const before = act === 'counter' ? detail.proposal : null
  const word = wordOf(act, purchaseOrder.state)
  const quantitiesBefore: Record<number, string> = Object.fromEntries(
    (before?.quantities ?? []).map(({ lineNo, quantity }) => [lineNo, writeTyped(quantity)]),
  )
  const pricesBefore: TypedPrices = Object.fromEntries(
    (before?.prices ?? []).map(({ lineNo, unitPrice, pricePer }) => [
      lineNo,
      { price: writeTyped(unitPrice), per: writeTyped(pricePer) },
    ]),
  )
  const draft = usePersistedDraft(`purchase order ${purchaseOrder.id} ${word}${typed ? ' typed' : ''}`, {
    note: before?.note ?? '',
    promisedDate: purchaseOrder.requestedDate ?? '',
    date: typed?.date || (before?.requestedDate ?? purchaseOrder.requestedDate ?? ''),
    quantities: typed?.quantities ?? quantitiesBefore,
    prices: pricesBefore,
  })
  const { values, change, forget } = draft
  const { date, quantities, prices } = values
  const access = useAccess()
  const unpriced =
    PRICES.includes(act) && can(access, { permission: 'prices.read' })
      ? lines.filter(({ unitPrice }) => unitPrice === null)
      : []
  const proposes = PROPOSES.includes(act)

  const submit = async () => {
    const note = values.note.trim() || null
    const changed = lines.flatMap(({ lineNo, quantity, unit }) => {
      const typed = quantities[lineNo]
      return typed === undefined ? [] : [{ lineNo, unit, old: quantity, quantity: readQuantity(typed, unit) }]
    })
    const stated = readPrices(prices)
    const wrong = {
      note: NEEDS_REASON.includes(act) && note === null ? t('reasonMissing') : undefined,
      promisedDate: act === 'accept' && values.promisedDate === '' ? t('promiseMissing') : undefined,
      ...Object.fromEntries(
        changed.map(({ lineNo, unit, quantity }) => [
          `quantities.${lineNo}`,
          quantity === null ? faultOf(quantities[lineNo] ?? '', quantityIn(unit)) : undefined,
        ]),
      ),
    }
    if (Object.values(wrong).some(Boolean)) return wrong
    if (stated === null) return tNumbers('check')
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
      <DraftNotice draft={draft} />
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
            onChange={(event) => change({ date: event.currentTarget.value })}
          />
          {lines.map(({ lineNo, itemNo, quantity, unit }) => (
            <NumberField
              key={lineNo}
              bounds={quantityIn(unit)}
              label={t('quantityOf', { item: itemNo, unit: unit ?? '' })}
              path={`quantities.${lineNo}`}
              maxLength={20}
              value={quantities[lineNo] ?? writeTyped(quantity)}
              onChange={(event) =>
                change({ quantities: { ...quantities, [lineNo]: event.currentTarget.value } })
              }
            />
          ))}
        </>
      )}
      {unpriced.length > 0 && (
        <PriceFields
          lines={unpriced}
          currency={purchaseOrder.currency}
          prices={prices}
          onChange={(next) => change({ prices: next })}
        />
      )}
      {proposes && <ProposedTotal detail={detail} quantities={quantities} prices={prices} />}
      {act !== 'submit' && act !== 'approve' && act !== 'accept_counter' && (
        <TextArea
          path="note"
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
