import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { Currency, Instant, Money, Quantity } from '../../platform/contract/money.ts'

const MOST_PRODUCT_RULES = 100
const MOST_ALIASES = 2000
/** Of each list of a preview. */
export const MOST_PREVIEWED = 200

const shown = z.string().trim().min(1).max(200)
const notBlank = (text: string) => text.trim() !== ''

/** What a product is called when its code or its name fits; of closed kinds, so that none can run for ever. */
const ProductRule = z
  .object({
    field: z.enum(['name', 'code']),
    kind: z.enum(['contains', 'equals', 'prefix_digits']),
    wanted: z.string().min(1).max(200).refine(notBlank, fieldMessage('blank')),
    /** How many digits follow the prefix; null for the other kinds. */
    digits: z.number().int().min(1).max(20).nullable(),
    ignoreCase: z.boolean(),
    displayName: shown,
  })
  .strict()
  .refine(({ kind, digits }) => (kind === 'prefix_digits') === (digits !== null), {
    path: ['digits'],
    ...fieldMessage('ofPrefix'),
  })
export type ProductRule = z.infer<typeof ProductRule>

/** A name as upstream writes it, and the name that stands for it on the screens. */
const CustomerAlias = z.object({ variant: shown, displayName: shown }).strict()
export type CustomerAlias = z.infer<typeof CustomerAlias>

const rules = {
  /** The first that fits decides. */
  productRules: z.array(ProductRule).max(MOST_PRODUCT_RULES),
  aliases: z.array(CustomerAlias).max(MOST_ALIASES),
}
const Rules = z.object(rules)
export type Rules = z.infer<typeof Rules>

const count = z.number().int()
const id = z.number().int().min(1).max(2_147_483_647)
const version = z.number().int().min(0).max(2_147_483_647)

const RulesDifference = z.object({
  /** Null: as they were. */
  productRules: z.object({ before: z.array(ProductRule), after: z.array(ProductRule) }).nullable(),
  /** Null before: new; null after: taken away. */
  aliases: z.array(
    z.object({ variant: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
export type RulesDifference = z.infer<typeof RulesDifference>

const RulesChange = z.object({
  id: count,
  at: Instant,
  by: z.string(),
  /** The change that this one took back, with all that came after it. */
  undoes: count.nullable(),
  difference: RulesDifference,
  /** Of `difference.aliases`, which are cut off. */
  aliasesTotal: count,
  productNames: count,
  customerNames: count,
  productLines: count,
  customerLines: count,
  tookMs: count,
})
export type RulesChange = z.infer<typeof RulesChange>

const DisplayRules = z.object({
  /** Of the last change; 0: none yet. A change names the one that it knows. */
  version: count,
  ...rules,
  /** The newest fifty. */
  changes: z.array(RulesChange),
})
export type DisplayRules = z.infer<typeof DisplayRules>

const Sum = z.object({ lines: count, quantity: Quantity, amount: Money })
const kind = z.enum(['product', 'customer'])

const RulesPreview = z.object({
  /** Names as upstream writes them that would be shown otherwise, and the lines under them. */
  productNames: count,
  customerNames: count,
  productLines: count,
  customerLines: count,
  renamedTotal: count,
  renamed: z.array(z.object({ kind, from: z.string(), to: z.string(), names: count, lines: count })),
  sumsTotal: count,
  /** Of the display names that lose or win lines, over everybody's sales: of either dataset, never added up together. */
  sums: z.array(
    z.object({
      dataset: z.enum(['history', 'current']),
      kind,
      name: z.string(),
      currency: Currency,
      before: Sum,
      after: Sum,
    }),
  ),
})
export type RulesPreview = z.infer<typeof RulesPreview>

const meta = { permission: 'rules.manage' } as const

export const displayRulesContract = {
  get: endpoint
    .route({
      method: 'GET',
      path: '/admin/display-rules',
      summary: 'Display rules, and what was changed in them',
    })
    .meta(meta)
    .output(DisplayRules),
  preview: endpoint
    .route({
      method: 'POST',
      path: '/admin/display-rules/preview',
      summary: 'What other rules, or taking a change back, would show: names, lines and sums over all rows',
    })
    .meta({ ...meta, heavy: true, unrecorded: 'It only looks.' })
    .input(z.union([z.object(rules).strict(), z.object({ undo: id }).strict()]))
    .output(RulesPreview),
  change: endpoint
    .route({
      method: 'PUT',
      path: '/admin/display-rules',
      summary: 'Puts these rules in force, on history at once; 412 when they changed in the meantime',
    })
    .meta({ ...meta, heavy: true, audit: 'display_rules.changed' })
    .input(z.object({ version, ...rules }).strict())
    .output(RulesChange),
  undo: endpoint
    .route({
      method: 'POST',
      path: '/admin/display-rules/undo',
      summary: 'Takes a change back, with all that came after it',
    })
    .meta({ ...meta, heavy: true, audit: 'display_rules.undone' })
    .input(z.object({ version, change: id }).strict())
    .output(RulesChange),
  names: endpoint
    .route({
      method: 'GET',
      path: '/admin/display-rules/names',
      summary: 'Names as upstream writes them, with what they are shown as; those with the most lines first',
    })
    .meta({ ...meta, heavy: true })
    .input(z.object({ kind, search: z.string().max(200).optional() }))
    .output(
      z.object({
        items: z.array(z.object({ code: z.string(), name: z.string(), shown: z.string(), lines: count })),
      }),
    ),
}
