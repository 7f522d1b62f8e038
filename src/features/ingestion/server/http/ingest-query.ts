import { ValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import * as z from 'zod'
import { ImportMapping } from '../../domain/import-mapping.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import { parseMoney, parseQuantity } from '../../domain/number-text.ts'
import { parseScope } from '../../domain/replace-scope.ts'
import type { Controls } from '../land/ingest.ts'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const { decimal, dateOrder, encoding, separator } = ImportMapping.shape

const figure = z.union([z.number(), z.string().max(64)])
const exact = (parse: (value: string | number) => bigint | undefined) =>
  figure.transform((value, context) => {
    const parsed = parse(value)
    if (parsed !== undefined) return parsed
    context.addIssue({ code: 'custom', message: 'not a number' })
    return z.NEVER
  })
const POINT = { decimal: '.' } as const

/** Which sums a kind has. Money and quantities as in a row; a file's sum may be larger than one row's number. */
const ControlsText = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' })
    return z.NEVER
  }
})
const ControlSums = z.strictObject({
  rows: z.number().int().min(0).optional(),
  quantity: exact((value) => {
    const read = parseQuantity(value, POINT)
    return read.ok ? BigInt(read.thousandths) : undefined
  }).optional(),
  amount: exact((value) => {
    const read = parseMoney(value, POINT)
    return read.ok ? BigInt(read.cents) : undefined
  }).optional(),
})

const IngestQuery = z.object({
  atomic: flag.default(false),
  mode: z.enum(['upsert', 'replace']).default('upsert'),
  scope: z.string().max(10).optional(),
  confirm: flag.default(false),
  controls: ControlsText.pipe(ControlSums).optional(),
  decimal,
  dateOrder,
  encoding,
  separator,
})
export type IngestQuery = Omit<z.output<typeof IngestQuery>, 'mode' | 'scope' | 'controls'> & {
  replace: { scope: NonNullable<ReturnType<typeof parseScope>>; confirm: boolean } | undefined
  controls: Controls | undefined
}

/** The options in the address; 422 naming what is wrong with them. */
export function readQuery(kind: Kind, query: Record<string, string>): IngestQuery {
  const parsed = IngestQuery.safeParse(query)
  if (!parsed.success) throw invalid(parsed.error.issues)
  const { mode, scope: scopeText, controls, ...rest } = parsed.data
  const scope = scopeText === undefined ? undefined : parseScope(kind, scopeText)
  if (scopeText !== undefined && scope === undefined)
    throw invalid([issue('scope', 'not a scope of this kind')])
  if (mode === 'replace' && scope === undefined) throw invalid([issue('scope', 'replacing needs a scope')])
  if (mode !== 'replace' && scope !== undefined) throw invalid([issue('scope', 'only with mode=replace')])
  const replace = mode === 'replace' && scope !== undefined ? { scope, confirm: rest.confirm } : undefined
  return { ...rest, replace, controls }
}

/** A header that is checked like the address. */
export function invalid(issues: readonly z.core.$ZodIssue[]) {
  const list = issues as unknown as ValidationError['issues']
  return new ORPCError('BAD_REQUEST', {
    cause: new ValidationError({ message: 'input', issues: list, data: null }),
  })
}

export const issue = (path: string, message: string): z.core.$ZodIssue =>
  ({ code: 'custom', path: [path], message, input: undefined }) as z.core.$ZodIssue
