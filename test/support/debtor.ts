import { randomUUID } from 'node:crypto'
import { aKey, aMember, aTenant } from './actors.ts'
import type { Json } from './client.ts'
import { sender } from './ingest.ts'
import type { TestPortal } from './portal.ts'

const PAYMENTS = '/api/v1/payments'
let sources = 0
/** A company with invoices of upstream, 100.00 each, and who pays them. */
export async function aDebtor(portal: TestPortal, totals: string[] = ['100.00', '100.00', '100.00']) {
  sources += 1
  const code = `C${sources}`
  const source = `payments ${sources}`
  const tenantId = await aTenant(portal, { clientCodes: [code], source, currency: 'CAD' })
  const send = sender(portal.url, await aKey(portal, { source }))
  await send(
    'invoices',
    totals.map((total, at) => ({
      ...{ 'Invoice No': `I-${at}`, 'Invoice Date': '2025-08-01', 'Client Code': code, Total: total },
    })),
  )
  const actor = await aMember(portal, tenantId, 'finance_manager')
  const { items } = (await actor.get('/api/v1/invoices?sort=number')).body
  const ids = items.map(({ id }: Json) => id) as number[]
  const announce = (parts: [number, string][], wish: string = randomUUID()) =>
    actor.post(PAYMENTS, {
      wish,
      parts: parts.map(([at, amount]) => ({ invoiceId: ids[at], amount })),
    })
  const balances = async () =>
    (await actor.get('/api/v1/invoices?sort=number')).body.items.map(({ balance }: Json) => balance)
  /** As upstream sends a payment: its own number, the reference as a bank wrote it. */
  const upstream = (no: string, reference: string, fields: Json = {}) =>
    send('payments', [
      {
        ...{ 'Payment No': no, 'Payment Date': '2025-08-20', 'Client Code': code },
        ...{ Reference: `VIR ${reference.toLowerCase()} merci`, ...fields },
      },
    ])
  return { actor, tenantId, ids, send, announce, balances, upstream, code }
}
