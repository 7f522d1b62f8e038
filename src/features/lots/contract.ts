import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Instant, Quantity } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { text } from '../../platform/contract/text.ts'
import { DOCUMENT_STATUSES } from '../documents/contract.ts'

export const LOT_STATES = ['released', 'on_hold', 'quarantine', 'rejected', 'expired'] as const
export type LotState = (typeof LOT_STATES)[number]

/** `held`: there may be one, and it is not offered while the lot is held. */
const CERTIFICATE_STATES = ['available', 'pending', 'held'] as const
export const Certificate = z.object({
  state: z.enum(CERTIFICATE_STATES),
  /** The document to open; null while there is none to offer. */
  documentId: z.number().int().nullable(),
})
export type Certificate = z.infer<typeof Certificate>

export const Lot = z.object({
  id: z.number().int(),
  lotNo: z.string(),
  /** What its page is asked by: the number, or `id:` and its id where the asker has another lot of that number. */
  address: z.string(),
  itemNo: z.string(),
  /** Of the product, else as it stands on the asker's own order lines. */
  productName: z.string().nullable(),
  /** In the other languages, as far as upstream has them. */
  names: z.object({ 'fr-CA': z.string().nullable(), de: z.string().nullable(), es: z.string().nullable() }),
  manufacturedOn: CalendarDate.nullable(),
  expiresOn: CalendarDate.nullable(),
  /** A released lot is expired from the day after its expiry on. */
  state: z.enum(LOT_STATES),
  /** How many results stand, and how many of them fail and are open. It meets its specification where all pass. */
  tests: z.number().int(),
  outOfSpecification: z.number().int(),
  open: z.number().int(),
})
export type Lot = z.infer<typeof Lot>

export const LotPage = pageOf(Lot).extend({
  /** The last batch that upstream sent for lots; null before the first. */
  asOf: Instant.nullable(),
})
export type LotPage = z.infer<typeof LotPage>

/** A decimal of up to nine digits. */
const Decimal = z.string()

const VERDICTS = ['pass', 'fail', 'unjudged'] as const

/** Why a verdict is what it is, or why there is none. */
const REASONS = [
  'within_limits',
  'below_minimum',
  'above_maximum',
  'words_agree',
  'words_differ',
  'laboratory',
  'no_limit',
  'result_unreadable',
  'limit_unreadable',
  'two_readings',
  'unit_differs',
  'inconclusive',
  'laboratory_differs',
] as const

const LotResult = z.object({
  id: z.number().int(),
  test: z.string(),
  method: z.string().nullable(),
  specification: z.string().nullable(),
  /** As received. */
  result: z.string(),
  comparator: z.enum(['<', '≤', '>', '≥', '=']).nullable(),
  /** The number beside the comparator; null where the result is no single figure ("Absent", "4.5-5.5"). */
  value: Decimal.nullable(),
  unit: z.string().nullable(),
  sample: z.string(),
  testedOn: CalendarDate.nullable(),
  laboratory: z.string().nullable(),
  /** The result whose place it takes: the day, or `day#sample`. */
  replaces: z.string().nullable(),
  reason: z.string().nullable(),
  /** False where another took its place; it counts no more. */
  stands: z.boolean(),
  /** The limits that judged: numbers as plain digits, anything else as received. */
  limits: z.object({ min: z.string().nullable(), max: z.string().nullable(), words: z.string().nullable() }),
  /** `unjudged` is shown as open. */
  verdict: z.enum(VERDICTS),
  because: z.enum(REASONS),
  /** It passes within a twentieth of a limit. */
  near: z.boolean(),
  /** The laboratory's own, as sent. */
  laboratoryVerdict: z.enum(['pass', 'fail']).nullable(),
})
export type LotResult = z.infer<typeof LotResult>

const LotLine = z.object({
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  orderId: z.number().int(),
  ordNo: z.string().nullable(),
  poNo: z.string().nullable(),
  ordStat: z.string().nullable(),
  lineNo: z.string(),
  itemNo: z.string().nullable(),
  itemName: z.string().nullable(),
  ordered: Quantity.nullable(),
  shipped: Quantity.nullable(),
  unit: z.string().nullable(),
})
export type LotLine = z.infer<typeof LotLine>

const LotCertificate = z.object({
  documentId: z.number().int(),
  title: z.string(),
  number: z.string().nullable(),
  version: z.number().int().nullable(),
  status: z.enum(DOCUMENT_STATUSES),
  effectiveOn: CalendarDate.nullable(),
  /** Offered as what counts now. */
  current: z.boolean(),
})
export type LotCertificate = z.infer<typeof LotCertificate>

const LotShipment = z.object({
  id: z.number().int(),
  trackingNo: z.string(),
  carrier: z.string(),
  ordNo: z.string().nullable(),
  shippedOn: CalendarDate.nullable(),
  deliveredOn: CalendarDate.nullable(),
  /** What it carried of the lot, by unit: quantities of different units are never added. */
  quantities: z.array(z.object({ quantity: Quantity, unit: z.string().nullable() })),
})
export type LotShipment = z.infer<typeof LotShipment>

export const LotDetail = z.object({
  lot: Lot.extend({
    /** What was made of it: for administrators alone, since it tells of what others bought. */
    made: z.object({ quantity: Quantity, unit: z.string().nullable() }).nullable(),
  }),
  results: z.array(LotResult),
  /** The asker's own; null for whoever may not see orders. The newest order first. */
  lines: z.array(LotLine).nullable(),
  /** By unit, over all of them. */
  lineTotals: z
    .array(z.object({ unit: z.string().nullable(), ordered: Quantity, shipped: Quantity }))
    .nullable(),
  lineCount: z.number().int().nullable(),
  /** Documents of the lot, what counts now first; null for whoever may not see documents. */
  certificates: z.array(LotCertificate).nullable(),
  /** Of the certificate of analysis; null as `certificates`. */
  certificate: Certificate.nullable(),
  /** Whether the asker is told when it comes; null for whoever works for no single company, or may not see documents. */
  wished: z.boolean().nullable(),
  /** The asker's own that carried some of it, the newest first; null for whoever may not see shipments. */
  shipments: z.array(LotShipment).nullable(),
  /** The last batch that upstream sent for lots; null before the first. */
  asOf: Instant.nullable(),
})
export type LotDetail = z.infer<typeof LotDetail>

/** Each test of a lot over the newest lots of its product that the asker has access to, oldest first. */
export const LotTrends = z.object({
  tests: z.array(
    z.object({
      test: z.string(),
      unit: z.string().nullable(),
      min: Decimal.nullable(),
      max: Decimal.nullable(),
      points: z.array(
        z.object({
          lotNo: z.string(),
          manufacturedOn: CalendarDate.nullable(),
          result: z.string(),
          value: Decimal.nullable(),
          verdict: z.enum(VERDICTS),
        }),
      ),
    }),
  ),
})
export type LotTrends = z.infer<typeof LotTrends>

/** A Lot No, or `id:` and an id; the item where the number stands at several. */
const lotNumber = { lotNo: text(200).min(1), item: text(200).min(1).optional() }
const access = { permission: 'lots.read', module: 'qaqc' } as const

export const lotsContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/lots',
      summary: 'Lots that stand on orders of the asker’s tenants, the newest first',
    })
    .meta(access)
    .input(
      z.object({
        /** Part of the lot number, the item number or a name of the product; letter case and accents do not matter. */
        search: text(200).optional(),
        state: z.enum(LOT_STATES).optional(),
        /** Of one client alone, for whoever sees several. */
        tenant: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
        ...pageQuery,
      }),
    )
    .output(LotPage),
  get: endpoint
    .route({
      method: 'GET',
      path: '/lots/{lotNo}',
      summary:
        'One lot by its number or `id:<id>`: state, results, own order lines; 409 with ids and items where several bear the number',
    })
    .meta(access)
    .input(z.object(lotNumber))
    .output(LotDetail),
  wish: endpoint
    .route({
      method: 'PUT',
      path: '/lots/{lotNo}/wish',
      summary: 'To be told when the certificate of a lot is there, or no more; 409 where it is there already',
    })
    .meta({ ...access, audit: 'certificate.wished' })
    .input(z.object({ ...lotNumber, wished: z.boolean() }).strict())
    .output(z.object({ wished: z.boolean() })),
  wishOnOrder: endpoint
    .route({
      method: 'PUT',
      path: '/orders/{ordNo}/lots/{lotNo}/wish',
      summary:
        'To be told when the certificate of a lot on an order is there, or no more; 409 where it is there already',
    })
    .meta({ permission: 'orders.read', module: 'orders', audit: 'certificate.wished' })
    .input(z.object({ ordNo: text(200).min(1), lotNo: lotNumber.lotNo, wished: z.boolean() }).strict())
    .output(z.object({ wished: z.boolean() })),
  trends: endpoint
    .route({
      method: 'GET',
      path: '/lots/{lotNo}/trends',
      summary: 'Each test of a lot over the newest lots of its product',
    })
    .meta(access)
    .input(z.object(lotNumber))
    .output(LotTrends),
}

/** Answered outside the typed router: a file, streamed. */
export const lotsFileContract = {
  export: endpoint
    .route({
      method: 'GET',
      path: '/lot-results/export',
      summary: 'The results of a lot as a file (CSV or XLSX)',
    })
    .meta({ ...access, audit: 'lot_results.exported' })
    .input(z.object({ ...lotNumber, format: z.enum(['csv', 'xlsx']).default('csv') }))
    .output(z.file()),
}
