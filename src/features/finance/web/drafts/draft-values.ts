import { minorDigits } from '../../../../platform/contract/minor-digits.ts'
import {
  type Bounds,
  decimalWithin,
  QUANTITY_TOLD,
  UNIT_PRICE,
  writeTyped,
} from '../../../../platform/web/format/typed-number.ts'
import type { Invoice, InvoiceDetail } from '../../contract.ts'
import { dueByTerms } from '../../domain/due-by-terms.ts'
import type { DraftFacts, DraftKind, DraftStart, InvoiceDraft } from '../../drafts-contract.ts'
import { writeAmount } from '../payments/amounts.ts'

export type LineValues = Record<'itemNo' | 'description' | 'quantity' | 'unit' | 'unitPrice' | 'lots', string>
export type TaxValues = { name: string; amount: string }

/** As typed: a field that is not filled is empty. */
export type DraftValues = {
  tenantId: string
  kind: DraftKind
  lines: LineValues[]
  /** Of an invoice only where they are not those of the place. */
  taxes: TaxValues[]
  otherTaxes: boolean
} & Record<
  'billTo' | 'place' | 'taxNote' | 'creditsNo' | 'date' | 'dueDate' | 'terms' | 'poNo' | 'ordNo' | 'currency',
  string
>

export const EMPTY_LINE: LineValues = {
  itemNo: '',
  description: '',
  quantity: '',
  unit: '',
  unitPrice: '',
  lots: '',
}

const said = (text: string | null) => text ?? ''
const lineOf = (line: DraftStart['lines'][number]): LineValues => ({
  ...{
    itemNo: said(line.itemNo),
    description: line.description,
    unit: said(line.unit),
    lots: said(line.lots),
  },
  ...{
    quantity: line.quantity === '' ? '' : writeTyped(line.quantity),
    unitPrice: line.unitPrice === '' ? '' : writeTyped(line.unitPrice),
  },
})

export const newDraft = (today: string, tenant: { id: number; currency: string } | null): DraftValues => ({
  tenantId: tenant ? String(tenant.id) : '',
  kind: 'invoice',
  ...{ creditsNo: '', date: today, dueDate: '', terms: '', poNo: '', ordNo: '' },
  currency: tenant?.currency ?? 'CAD',
  ...{ billTo: '', place: '', taxNote: '', otherTaxes: false },
  lines: [EMPTY_LINE],
  taxes: [],
})

/** With what the server knows of the company, and of an order or shipment of it. */
export const startedWith = (values: DraftValues, start: DraftStart): DraftValues => ({
  ...values,
  tenantId: String(start.tenantId),
  currency: start.currency,
  ...{ terms: said(start.terms), billTo: said(start.billTo), place: said(start.place) },
  ...{ ordNo: said(start.ordNo), poNo: said(start.poNo) },
  dueDate: dueByTerms(start.terms, values.date) ?? '',
  lines: start.lines.length === 0 ? [EMPTY_LINE] : start.lines.map(lineOf),
})

export const valuesOf = (draft: InvoiceDraft): DraftValues => ({
  tenantId: String(draft.tenantId),
  kind: draft.kind,
  ...{ creditsNo: said(draft.creditsNo), date: draft.date, dueDate: said(draft.dueDate) },
  ...{ terms: said(draft.terms), poNo: said(draft.poNo), ordNo: said(draft.ordNo) },
  ...{ billTo: said(draft.billTo), place: said(draft.place), taxNote: said(draft.taxNote) },
  otherTaxes: said(draft.taxNote) !== '',
  currency: draft.currency,
  lines: draft.lines.map((line) => lineOf({ ...line, lots: line.lots ?? null })),
  taxes: draft.taxes.map(({ name, amount }) => ({ name, amount: writeAmount(amount, draft.currency) })),
})

/** All of an invoice, to be taken back in whole or in part. */
export const creditOf = (
  { invoice, lines, taxes, billTo }: InvoiceDetail,
  { today, tenantId }: { today: string; tenantId: number },
): DraftValues => ({
  ...newDraft(today, { id: tenantId, currency: invoice.currency }),
  ...ofInvoice(invoice),
  billTo: said(billTo),
  lines: lines.map((line) => ({
    ...{ itemNo: said(line.itemNo), description: said(line.description), unit: said(line.unit) },
    lots: said(line.lots),
    ...{ quantity: writeTyped(line.quantity ?? 1), unitPrice: writeTyped(line.unitPrice ?? line.amount) },
  })),
  taxes: taxes.map(({ name, amount }) => ({ name, amount: writeAmount(amount, invoice.currency) })),
})

const ofInvoice = ({ number, poNo, ordNo }: Invoice) => ({
  kind: 'credit_note' as const,
  ...{ creditsNo: number, poNo: said(poNo), ordNo: said(ordNo) },
})

/** As it goes to the server, once all that is wrong is said. */
const figure = (text: string, bounds: Bounds) => decimalWithin(text, bounds) ?? text
const told = (text: string) => text.trim() || null

export const BOUNDS = { quantity: QUANTITY_TOLD, unitPrice: UNIT_PRICE }
/** What a tax comes to. Amounts are kept in hundredths: no more than two decimals. */
export const amountBounds = (currency: string): Bounds => ({
  decimals: Math.min(minorDigits(currency.trim().toUpperCase()), 2),
  least: 0,
  most: 999_999_999.99,
})

/** The number of the first tax that is not whole; 0: all are. */
export const unfilledTax = ({ taxes }: DraftValues): number =>
  taxes.findIndex(({ name, amount }) => !name.trim() || !amount.trim()) + 1

/** Something that is filled in is no number, or none that is taken. */
export const hasWrongNumber = ({ lines, taxes, currency }: DraftValues): boolean =>
  lines.some(
    ({ quantity, unitPrice }) =>
      (quantity.trim() !== '' && decimalWithin(quantity, BOUNDS.quantity) === null) ||
      (unitPrice.trim() !== '' && decimalWithin(unitPrice, BOUNDS.unitPrice) === null),
  ) || taxes.some(({ amount }) => decimalWithin(amount, amountBounds(currency)) === null)

/** What stands on the draft besides its lines: taxes of the place are left to the server. */
export const factsOf = (values: DraftValues): DraftFacts => ({
  ...{ billTo: told(values.billTo), place: values.place || null },
  taxNote: values.otherTaxes ? told(values.taxNote) : null,
  kind: values.kind,
  creditsNo: values.kind === 'credit_note' ? told(values.creditsNo) : null,
  ...{ date: values.date, dueDate: told(values.dueDate), terms: told(values.terms) },
  ...{ poNo: told(values.poNo), ordNo: told(values.ordNo), currency: values.currency.trim().toUpperCase() },
  lines: values.lines.map((line) => ({
    ...{ itemNo: told(line.itemNo), description: line.description.trim(), unit: told(line.unit) },
    lots: told(line.lots),
    ...{
      quantity: figure(line.quantity, BOUNDS.quantity),
      unitPrice: figure(line.unitPrice, BOUNDS.unitPrice),
    },
  })),
  ...((values.kind === 'credit_note' || values.otherTaxes) && {
    taxes: values.taxes.map(({ name, amount }) => ({
      name: name.trim(),
      amount: figure(amount, amountBounds(values.currency)),
    })),
  }),
})

/** In one line of text, to be compared by whoever reads it. */
export const linesText = ({ lines }: DraftValues): string =>
  lines
    .map(({ itemNo, description, quantity, unit, unitPrice }) =>
      [quantity, unit, itemNo, description, unitPrice].filter(Boolean).join(' '),
    )
    .join('; ')
export const taxesText = ({ taxes }: DraftValues): string =>
  taxes.map(({ name, amount }) => `${name} ${amount}`).join('; ')
