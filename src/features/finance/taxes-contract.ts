import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { CalendarDate } from '../../platform/contract/money.ts'
import { trimmed } from '../../platform/contract/text.ts'
import { Place, Rate } from './drafts-contract.ts'

const facts = {
  place: Place,
  name: trimmed(60).min(1),
  rate: Rate.refine((rate) => Number(rate) <= 100, fieldMessage('atMost', { limit: '100' })),
  /** It holds from this day until the next rate of its place and name; a rate of 0 ends it. */
  from: CalendarDate.refine((value) => value >= '1900-01-01', fieldMessage('farAway')),
}
const TaxRate = z.object({ ...facts, id: z.number().int() })
export type TaxRate = z.infer<typeof TaxRate>

const meta = { permission: 'invoices.write', module: 'finance' } as const
const PATH = '/admin/tax-rates'

export const taxesContract = {
  taxRates: endpoint
    .route({
      method: 'GET',
      path: PATH,
      summary: 'Taxes by place, each with the days from which its rates hold',
    })
    .meta(meta)
    .output(z.object({ items: z.array(TaxRate) })),
  keepTaxRate: endpoint
    .route({ method: 'PUT', path: PATH, summary: 'A tax of a place has this rate from a day on' })
    .meta({ ...meta, audit: 'tax_rate.kept' })
    .input(z.object(facts).strict())
    .output(TaxRate),
  removeTaxRate: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/remove`,
      summary: 'Takes a rate out that was entered wrongly',
    })
    .meta({ ...meta, audit: 'tax_rate.removed' })
    .input(z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }).strict())
    .output(z.object({ removed: z.literal(true) })),
}
