import type { Actor } from './actors.ts'
import type { Json } from './client.ts'
import type { TestPortal } from './portal.ts'

const DRAFTS = '/api/v1/admin/invoice-drafts'

export const draftLine = (fields: Json = {}) => ({
  ...{ itemNo: null, description: 'Bulk capsules', quantity: '1', unit: null, unitPrice: '100.00' },
  ...fields,
})
/** One that can be issued as it is, for a place without taxes. */
export const draftFor = (tenantId: number, fields: Json = {}) => ({
  ...{ tenantId, kind: 'invoice', creditsNo: null, date: '2025-08-01', dueDate: '2025-08-31', terms: null },
  ...{ poNo: null, ordNo: null, currency: 'CAD', lines: [draftLine()] },
  ...{ billTo: '1 Quay, Portland ME', place: 'US', taxes: [], taxNote: null },
  ...fields,
})

/** Who writes invoices says its name, address and tax numbers. */
export const sayWhoWrites = (portal: TestPortal): Promise<unknown> =>
  portal.owner((tx) =>
    tx
      .updateTable('installation')
      .set({ company_name: 'Maker inc.', address: '1 Mill Street', tax_numbers: 'GST 123' })
      .execute(),
  )

/** What staff write and issue; answers are checked by whoever asks. */
export function invoiceWriter(billing: Actor) {
  const begin = (tenantId: number, fields: Json = {}) => billing.post(DRAFTS, draftFor(tenantId, fields))
  const issue = (id: number, version = 1) => billing.post(`${DRAFTS}/${id}/issue`, { version })
  const write = async (tenantId: number, fields: Json = {}) => {
    const { status, body } = await begin(tenantId, fields)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return issue(body.id)
  }
  /** Issued, with its number. */
  const issued = async (tenantId: number, fields: Json = {}) => {
    const { status, body } = await write(tenantId, fields)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body as { id: number; number: string }
  }
  const credit = (tenantId: number, creditsNo: string, amount: string, fields: Json = {}) =>
    write(tenantId, {
      ...{ kind: 'credit_note', creditsNo, dueDate: null, date: '2025-08-10' },
      lines: [draftLine({ unitPrice: amount })],
      ...fields,
    })
  return { begin, issue, write, issued, credit }
}
