import { writeTyped } from '../../../../platform/web/format/typed-number.ts'
import type { OrderDetail } from '../../../orders/contract.ts'
import type { Draft, PoDetail } from '../../contract.ts'
import { readQuantity } from '../quantity.ts'

export type TypedLine = { itemNo: string; quantity: string }
/** What is typed; kept in the browser until the server has it. */
export type DraftValues = {
  /** Of the draft that was typed on: saved over a later one, it would undo what another person wrote. */
  version: number
  tenant: string
  poNo: string
  requestedDate: string
  shipTo: string
  note: string
  lines: TypedLine[]
}

export const NOTHING: DraftValues = {
  version: 0,
  tenant: '',
  poNo: '',
  requestedDate: '',
  shipTo: '',
  note: '',
  lines: [],
}

const linesOf = ({ lines }: PoDetail): TypedLine[] =>
  lines.map(({ itemNo, quantity }) => ({ itemNo, quantity: writeTyped(quantity) }))

export const valuesOf = (detail: PoDetail): DraftValues => ({
  version: detail.version,
  tenant: String(detail.purchaseOrder.tenantId),
  poNo: detail.purchaseOrder.poNo ?? '',
  requestedDate: detail.purchaseOrder.requestedDate ?? '',
  shipTo: detail.shipTo ?? '',
  note: detail.note ?? '',
  lines: linesOf(detail),
})

/** Another one like it: a number and a date of its own. */
export const copyOf = (detail: PoDetail): DraftValues => ({
  ...valuesOf(detail),
  version: 0,
  poNo: '',
  requestedDate: '',
  note: '',
})

/** As they were ordered; what has no item or no quantity is left out. */
export const linesOfOrder = ({ lines }: Pick<OrderDetail, 'lines'>): TypedLine[] =>
  lines.flatMap(({ itemNo, ordered }) =>
    itemNo === null || ordered === null || ordered <= 0 ? [] : [{ itemNo, quantity: writeTyped(ordered) }],
  )

/** Nothing was typed into it: it is left out. */
export const isUnused = ({ itemNo, quantity }: TypedLine): boolean =>
  itemNo.trim() === '' && quantity.trim() === ''

type Words = { itemMissing: string; quantity: (typed: string) => string | undefined }
/** What is missing or wrong in the lines, by field. */
export const lineFaults = ({ lines }: DraftValues, words: Words): Record<string, string | undefined> =>
  Object.fromEntries(
    lines.flatMap((line, at) =>
      isUnused(line)
        ? []
        : [
            [`lines.${at}.itemNo`, line.itemNo.trim() === '' ? words.itemMissing : undefined],
            [`lines.${at}.quantity`, words.quantity(line.quantity)],
          ],
    ),
  )

/** As the server takes it; lines that are not whole are left out. */
export const draftOf = ({ poNo, requestedDate, shipTo, note, lines }: DraftValues): Draft => ({
  poNo: poNo.trim() || null,
  requestedDate: requestedDate || null,
  shipTo: shipTo.trim() || null,
  note: note.trim() || null,
  lines: lines.flatMap(({ itemNo, quantity }) => {
    const number = readQuantity(quantity)
    return itemNo.trim() === '' || number === null ? [] : [{ itemNo: itemNo.trim(), quantity: number }]
  }),
})
