import { minorDigits } from '../../../../platform/contract/minor-digits.ts'
import {
  type Bounds,
  decimalWithin,
  QUANTITY_TOLD,
  UNIT_PRICE,
  writeTyped,
} from '../../../../platform/web/format/typed-number.ts'
import type { Invoice, InvoiceDetail } from '../../contract.ts'
import type { DraftFacts, DraftKind, InvoiceDraft } from '../../drafts-contract.ts'
import { writeAmount } from '../payments/amounts.ts'

export type LineValues = Record<'itemNo' | 'description' | 'quantity' | 'unit' | 'unitPrice', string>
export type TaxValues = { name: string; amount: string }

/** As typed: a field that is not filled is empty. */
export type DraftValues = {
  tenantId: string
  kind: DraftKind
  lines: LineValues[]
  taxes: TaxValues[]
} & Record<'creditsNo' | 'date' | 'dueDate' | 'terms' | 'poNo' | 'ordNo' | 'currency', string>

export const EMPTY_LINE: LineValues = { itemNo: '', description: '', quantity: '', unit: '', unitPrice: '' }

const said = (text: string | null) => text ?? ''

export const newDraft = (today: string, tenant: { id: number; currency: string } | null): DraftValues => ({
  tenantId: tenant ? String(tenant.id) : '',
  kind: 'invoice',
  ...{ creditsNo: '', date: today, dueDate: '', terms: '', poNo: '', ordNo: '' },
  currency: tenant?.currency ?? 'CAD',
  lines: [EMPTY_LINE],
  taxes: [],
})

export const valuesOf = (draft: InvoiceDraft): DraftValues => ({
  tenantId: String(draft.tenantId),
  kind: draft.kind,
  ...{ creditsNo: said(draft.creditsNo), date: draft.date, dueDate: said(draft.dueDate) },
  ...{ terms: said(draft.terms), poNo: said(draft.poNo), ordNo: said(draft.ordNo) },
  currency: draft.currency,
  lines: draft.lines.map((line) => ({
    ...{ itemNo: said(line.itemNo), description: line.description, unit: said(line.unit) },
    ...{ quantity: writeTyped(line.quantity), unitPrice: writeTyped(line.unitPrice) },
  })),
  taxes: draft.taxes.map(({ name, amount }) => ({ name, amount: writeAmount(amount, draft.currency) })),
})

/** All of an invoice, to be taken back in whole or in part. */
export const creditOf = (
  { invoice, lines, taxes }: InvoiceDetail,
  { today, tenantId }: { today: string; tenantId: number },
): DraftValues => ({
  ...newDraft(today, { id: tenantId, currency: invoice.currency }),
  ...ofInvoice(invoice),
  lines: lines.map((line) => ({
    ...{ itemNo: said(line.itemNo), description: said(line.description), unit: said(line.unit) },
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
  least: -999_999_999.99,
  most: 999_999_999.99,
})

/** The number of the first line, or of the first tax, that is not whole; 0: all are. */
export const unfilledLine = ({ lines }: DraftValues): number =>
  lines.findIndex((line) => ![line.description, line.quantity, line.unitPrice].every((text) => text.trim())) +
  1
export const unfilledTax = ({ taxes }: DraftValues): number =>
  taxes.findIndex(({ name, amount }) => !name.trim() || !amount.trim()) + 1

/** Something that is filled in is no number, or none that is taken. */
export const hasWrongNumber = ({ lines, taxes, currency }: DraftValues): boolean =>
  lines.some(
    ({ quantity, unitPrice }) =>
      decimalWithin(quantity, BOUNDS.quantity) === null ||
      decimalWithin(unitPrice, BOUNDS.unitPrice) === null,
  ) || taxes.some(({ amount }) => decimalWithin(amount, amountBounds(currency)) === null)

export const factsOf = (values: DraftValues): DraftFacts => ({
  kind: values.kind,
  creditsNo: values.kind === 'credit_note' ? told(values.creditsNo) : null,
  ...{ date: values.date, dueDate: told(values.dueDate), terms: told(values.terms) },
  ...{ poNo: told(values.poNo), ordNo: told(values.ordNo), currency: values.currency.trim().toUpperCase() },
  lines: values.lines.map((line) => ({
    ...{ itemNo: told(line.itemNo), description: line.description.trim(), unit: told(line.unit) },
    ...{
      quantity: figure(line.quantity, BOUNDS.quantity),
      unitPrice: figure(line.unitPrice, BOUNDS.unitPrice),
    },
  })),
  taxes: values.taxes.map(({ name, amount }) => ({
    name: name.trim(),
    amount: figure(amount, amountBounds(values.currency)),
  })),
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
