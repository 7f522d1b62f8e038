import * as z from 'zod'
import { LANGUAGES } from '../../../platform/contract/languages.ts'
import { ALL_CATEGORIES, fitsShelves, LEGAL_TYPES, SHELVES, TYPES } from './vocabulary.ts'

/** What the manufacturer signs with its clients is looked after by people. */
const FED_SHELVES = SHELVES.filter((shelf) => shelf !== 'legal')
const FED_TYPES = TYPES.filter((type) => !(LEGAL_TYPES as readonly string[]).includes(type))

const text = (max: number) => z.string().trim().min(1).max(max)
const line = (max: number) =>
  z.union([text(max), z.literal('').transform(() => null), z.null()]).default(null)
const day = z
  .union([z.iso.date().refine((date) => date >= '1900'), z.literal('').transform(() => null), z.null()])
  .default(null)
/** A list, or its members between commas. */
const list = <T extends z.ZodType<string, string>>(member: T) =>
  z
    .preprocess(
      (given) =>
        typeof given === 'string'
          ? given
              .split(',')
              .map((one) => one.trim())
              .filter(Boolean)
          : (given ?? []),
      z.array(member).max(500),
    )
    .transform((members) => [...new Set(members)].toSorted())

const shared = {
  'Document No': text(60),
  'Updated At': z.iso.datetime({ offset: true }).nullable().default(null),
}
const Kept = z
  .object({
    ...shared,
    _op: z.literal('upsert').default('upsert'),
    Title: text(200),
    Description: line(1000),
    Type: z.enum(FED_TYPES),
    Category: z.enum(ALL_CATEGORIES).optional(),
    Shelves: list(z.enum(FED_SHELVES)),
    Lots: list(text(200)),
    'Item No': line(60),
    'Item Name': line(200),
    'Product Line': line(60),
    Language: z.enum(LANGUAGES).nullable().default(null),
    'Effective Date': day,
    'Expiry Date': day,
    Audience: z.enum(['all', 'lots', 'order', 'clients']).optional(),
    'Ord No': line(200),
    'Client Codes': list(text(200)),
    Note: line(500),
  })
  .transform((row, context) => {
    const say = (path: string, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: row })
    const category = row.Category ?? (row.Shelves.length === 0 ? 'certificate' : undefined)
    const audience = row.Audience ?? (row.Lots.length > 0 ? 'lots' : undefined)
    if (category === undefined) say('Category', 'is required on these shelves')
    else if (row.Shelves.length > 0 && !fitsShelves(category, row.Shelves))
      say('Category', 'is no category of these shelves')
    if (row.Shelves.length === 0 && row.Lots.length === 0) say('Shelves', 'a shelf or a lot is required')
    if (row.Shelves.length === 0 && category !== undefined && category !== 'certificate')
      say('Shelves', 'only certificates stand on none')
    if (audience === undefined) say('Audience', 'is required: all, lots, order or clients')
    if (audience === 'lots' && row.Lots.length === 0) say('Lots', 'are required for this audience')
    if (audience === 'order' && row['Ord No'] === null) say('Ord No', 'is required for this audience')
    if (audience === 'clients' && row['Client Codes'].length === 0)
      say('Client Codes', 'are required for this audience')
    if (row['Effective Date'] && row['Expiry Date'] && row['Effective Date'] > row['Expiry Date'])
      say('Expiry Date', 'lies before the effective date')
    return {
      ...{ op: row._op, no: row['Document No'], updatedAt: row['Updated At'], title: row.Title },
      ...{ description: row.Description, type: row.Type, category, shelves: row.Shelves, lots: row.Lots },
      ...{ productCode: row['Item No'], productName: row['Item Name'], productLine: row['Product Line'] },
      ...{ language: row.Language, effectiveOn: row['Effective Date'], expiresOn: row['Expiry Date'] },
      ...{ audience, order: row['Ord No'], clients: row['Client Codes'], note: row.Note },
    }
  })
const Removed = z
  .object({
    ...shared,
    _op: z.literal('delete'),
    Reason: text(500).default('Withdrawn by the upstream system.'),
  })
  .transform((row) => ({
    ...{ op: row._op, no: row['Document No'], updatedAt: row['Updated At'], reason: row.Reason },
  }))

/** Headings as they are spelt, or in snake_case. */
const HEADINGS = new Map(
  [...Object.keys(Kept.def.in.shape), 'Reason'].map((heading) => [canonical(heading), heading]),
)
export const DOCUMENT_HEADINGS: readonly string[] = [...HEADINGS.values()]

function canonical(heading: string): string {
  return heading.trim().toLowerCase().replace(/[ -]+/g, '_')
}

export type UpstreamDocument = z.output<typeof Kept> | z.output<typeof Removed>

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const UNSTORABLE = /\u0000|\p{Surrogate}/u
const isStorable = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isStorable) : typeof value !== 'string' || !UNSTORABLE.test(value)

type Issue = z.core.$ZodIssue
type Read = {
  document: UpstreamDocument | undefined
  errors: { field: string | null; message: string }[]
  unknown: string[]
}

/** A document as upstream describes it; or what is wrong with it, field by field. */
export function readUpstreamDocument(given: unknown, inWords: (issue: Issue, row: unknown) => string): Read {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { document: undefined, errors: [{ field: null, message: 'is not a JSON object' }], unknown: [] }
  const row: Record<string, unknown> = {}
  const unknown: string[] = []
  const errors: Read['errors'] = []
  for (const [name, value] of Object.entries(given)) {
    const heading = HEADINGS.get(canonical(name))
    if (heading === undefined) unknown.push(name.replace(/\0|\p{Surrogate}/gu, '?').slice(0, 100))
    else if (isStorable(value)) row[heading] = value
    else errors.push({ field: heading, message: 'has signs that no text can hold' })
  }
  if (errors.length > 0) return { document: undefined, errors, unknown }
  const parsed = row._op === 'delete' ? Removed.safeParse(row) : Kept.safeParse(row)
  if (parsed.success) return { document: parsed.data, errors: [], unknown }
  for (const issue of parsed.error.issues)
    errors.push({ field: String(issue.path[0] ?? '') || null, message: inWords(issue, row).slice(0, 300) })
  return { document: undefined, errors, unknown }
}
