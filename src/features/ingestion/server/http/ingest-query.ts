import * as z from 'zod'
import { fieldMessage } from '../../../../platform/contract/field-message.ts'
import { parseInput } from '../../../../platform/server/endpoint/parse-input.ts'
import { MappingName } from '../../contract.ts'
import { ImportMapping } from '../../domain/import-mapping.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import { parseMoney, parseQuantity } from '../../domain/number-text.ts'
import { parseScope, type Scope } from '../../domain/replace-scope.ts'
import { DUPLICATES } from '../../domain/source-settings.ts'

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')

/** Which sums can be compared, by kind: rows always. */
const SUMMED: Record<Kind, readonly string[]> = {
  customers: [],
  orders: ['amount'],
  'order-lines': ['quantity'],
  'sales-history': ['quantity', 'amount'],
  'current-sales': ['quantity', 'amount'],
  products: [],
  invoices: ['amount'],
  'invoice-lines': ['quantity', 'amount'],
  payments: ['amount'],
  'price-list': [],
  shipments: [],
  'shipment-events': [],
  'shipment-lines': ['quantity'],
  lots: [],
  'lot-results': [],
}

const ControlsText = z
  .string()
  .max(1000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', ...fieldMessage('json') })
      return z.NEVER
    }
  })
/** A sender's sum in floating point has stray digits; rows have not, so rounding it loses nothing. */
const figure = z.union([z.number().transform((value) => Number(value.toFixed(3))), z.string().max(64)])
const Quantity = figure.transform((value, context) => {
  const read = parseQuantity(value, { decimal: '.' })
  if (read.ok) return BigInt(read.thousandths)
  context.addIssue({ code: 'custom', ...fieldMessage(read.code) })
  return z.NEVER
})
const Amount = figure.transform((value, context) => {
  const read = parseMoney(value, { decimal: '.' }, 'round')
  if (read.ok) return BigInt(read.cents)
  context.addIssue({ code: 'custom', ...fieldMessage(read.code) })
  return z.NEVER
})
const Controls = z.strictObject({
  rows: z.number().int().min(0).optional(),
  quantity: Quantity.optional(),
  amount: Amount.optional(),
})

const Query = z.object({
  atomic: flag.default(false),
  mode: z.enum(['upsert', 'replace']).default('upsert'),
  scope: z.string().max(10).optional(),
  confirm: flag.default(false),
  duplicates: z.enum(DUPLICATES).optional(),
  complete: flag.optional(),
  controls: ControlsText.pipe(Controls).optional(),
  /** The name of a saved one; what the address says beside it wins. */
  mapping: MappingName.optional(),
  decimal: ImportMapping.shape.decimal,
  dateOrder: ImportMapping.shape.dateOrder,
  encoding: ImportMapping.shape.encoding,
  separator: ImportMapping.shape.separator,
  idempotencyKey: z.string().min(1).max(255).optional(),
})

/** The names that the address may have. */
export const QUERY_NAMES = Object.keys(Query.omit({ idempotencyKey: true }).shape)

/** The options in the address and the Idempotency-Key; 422 naming what is wrong with them. */
export function readQuery(kind: Kind, query: Record<string, string>, idempotencyKey: string | undefined) {
  const ofKind = Query.transform(({ mode, scope, ...rest }, context) => {
    const say = (path: string, ...what: Parameters<typeof fieldMessage>) =>
      context.issues.push({ code: 'custom', path: [path], input: query, ...fieldMessage(...what) })
    const range: Scope | undefined = scope === undefined ? undefined : parseScope(kind, scope)
    if (scope !== undefined && range === undefined) say('scope', 'scope', { kind })
    if (mode === 'replace' && scope === undefined) say('scope', 'scopeNeeded')
    if (mode === 'upsert' && scope !== undefined) say('scope', 'scopeUnneeded')
    for (const sum of ['quantity', 'amount'] as const)
      if (rest.controls?.[sum] !== undefined && !SUMMED[kind].includes(sum))
        say('controls', 'noSum', { kind, sum })
    return {
      ...rest,
      replace: mode === 'replace' && range !== undefined ? { scope: range } : undefined,
    }
  })
  return parseInput(ofKind, { ...query, idempotencyKey })
}
