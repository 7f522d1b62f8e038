import { type AskedState, CREDIT_NOTE_STATES, INVOICE_STATES, type InvoiceState } from '../contract.ts'

const GROUPS: Partial<Record<AskedState, readonly InvoiceState[]>> = {
  open: ['pending', 'overdue'],
  credit_note: CREDIT_NOTE_STATES,
}

/** The states that are asked for by one name; all of them where none is named. */
export const statesOf = (state: AskedState | undefined): readonly InvoiceState[] =>
  state === undefined ? INVOICE_STATES : (GROUPS[state] ?? [state as InvoiceState])
