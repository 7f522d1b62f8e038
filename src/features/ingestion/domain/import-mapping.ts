import * as z from 'zod'
import { fieldMessage } from '../../../platform/contract/field-message.ts'
import type { DateOrder } from './date-text.ts'
import { DATE_ORDERS, DECIMALS } from './source-settings.ts'

export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'ibm850',
] as const
export type Encoding = (typeof ENCODINGS)[number]

const ENCODING_NAMES: ReadonlyMap<string, Encoding> = new Map([
  ...ENCODINGS.map((name) => [name, name] as const),
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['cp1252', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['latin9', 'iso-8859-15'],
  ['mac', 'macintosh'],
  ['macroman', 'macintosh'],
  ['mac-roman', 'macintosh'],
  ['x-mac-roman', 'macintosh'],
  ['cp850', 'ibm850'],
  ['850', 'ibm850'],
])

/** The encoding that a label stands for, as browsers read labels: Latin-1 means Windows-1252. */
export function encodingOf(label: string): Encoding | undefined {
  return ENCODING_NAMES.get(label.trim().toLowerCase())
}

/** "DD/MM/YYYY", "d.m.y" and "dmy" say the same. */
function dateOrderOf(pattern: string): DateOrder | 'auto' | undefined {
  const order = pattern
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/(.)\1+/g, '$1')
  return DATE_ORDERS.find((known) => known === order)
}

const heading = z.string().max(200)
const headings = z.array(heading).min(1).max(20)
const text = z.string().max(500)
const MarkText = z.enum(['.', ','])

/** What a heading of the file means: one of our columns, with what else there is to say of it. */
const ColumnRule = z.strictObject({
  column: heading,
  /** Of this column alone. */
  decimal: MarkText.optional(),
  /** What the file says → what is meant, where it is exactly that. */
  values: z.record(text, text).optional(),
  /** Headings whose filled cells are joined. */
  join: headings.optional(),
  /** Between joined cells; a blank unless it says otherwise. */
  with: z.string().max(20).optional(),
})
export type ColumnRule = z.output<typeof ColumnRule>

const Split = z.strictObject({ from: heading, at: z.string().min(1).max(20), columns: headings })

/** A pattern that cannot take long on any text: short, nothing nested, nothing that looks around or back. */
function isHarmlessPattern(pattern: string): boolean {
  const unbounded = pattern.match(/(?<!\\)[*+]|\{\d+,\}/g)?.length ?? 0
  if (pattern.length > 100 || unbounded > 3) return false
  if (/\)[*+?{]|\(\?|\\[1-9k]/.test(pattern)) return false
  try {
    new RegExp(pattern, 'iu')
    return true
  } catch {
    return false
  }
}

const Pattern = z.string().superRefine((pattern, context) => {
  if (!isHarmlessPattern(pattern))
    context.addIssue({
      code: 'custom',
      message:
        'no simple pattern: at most 100 characters, three of * and +, no repeated group, no look-around, no back reference',
      ...fieldMessage('simplePattern'),
    })
})

/**
 * What the sender's headings mean and what a file does not say about itself (J2). Everything left out is found out from
 * the file. `key`, `numberWithin`, `fillDown`, `join` and `split.from` name headings of the file, also those that no
 * column takes; `constants` and `groupHeading` name our columns.
 */
export const ImportMapping = z.strictObject({
  /** The file's heading → our column; null leaves the column out. */
  columns: z
    .record(
      heading,
      z.union([heading, z.null(), ColumnRule], {
        error: `neither the name of a column, null, nor {${Object.keys(ColumnRule.shape).join(', ')}}`,
      }),
    )
    .optional(),
  /** Cells that hold several columns: cut where `at` stands, the last of `columns` takes the rest. */
  split: z.array(Split).max(20).optional(),
  constants: z.record(heading, text).optional(),
  /** What tells one row from another; each row then stands alone. */
  key: headings.optional(),
  /** The heading of the parent within which rows are numbered; the number is added to `key`. */
  numberWithin: heading.optional(),
  /** With `numberWithin`: the parents are whole, so lines that are not brought are deleted. */
  complete: z.boolean().optional(),
  /** Blank cells take what stands above them. */
  fillDown: headings.optional(),
  /** Our column that takes the text of a line in which the first cell alone is filled. */
  groupHeading: heading.optional(),
  /** How many lines at the top are no part of the table. */
  skipTop: z.number().int().min(0).max(1000).optional(),
  /** Rows whose text matches are left out; compared with their group where they hold sums. */
  skipRows: z.array(Pattern).max(20).optional(),
  /** Whether the first row is the heading row; or the headings of a file that has none. */
  header: z.union([z.boolean(), z.array(heading).min(1).max(500)]).optional(),
  /** The table ends before the row that begins with this text. */
  stopAt: z.string().min(1).max(200).optional(),
  /** The sheet of a workbook, by name or number from 1. */
  sheet: z.union([z.string().min(1).max(100), z.number().int().min(1).max(1000)]).optional(),
  separator: z.enum(SEPARATORS).optional(),
  encoding: z
    .string()
    .transform((label, context) => {
      const encoding = encodingOf(label)
      if (encoding) return encoding
      context.addIssue({
        code: 'custom',
        message: `not one of ${ENCODINGS.join(', ')}`,
        ...fieldMessage('oneOf', { values: ENCODINGS.join(', ') }),
      })
      return z.NEVER
    })
    .optional(),
  decimal: z.enum(DECIMALS).optional(),
  dateOrder: z
    .string()
    .transform((pattern, context) => {
      const order = dateOrderOf(pattern)
      if (order) return order
      context.addIssue({
        code: 'custom',
        message: 'none of dmy (DD/MM/YYYY), mdy (MM/DD/YYYY), ymd (YY/MM/DD) and auto',
        ...fieldMessage('oneOf', { values: DATE_ORDERS.join(', ') }),
      })
      return z.NEVER
    })
    .optional(),
})
export type ImportMapping = z.output<typeof ImportMapping>

/** A mapping out of its JSON, or what is wrong with it; no faults: it is no JSON. */
export function parseMapping(json: string): { mapping: ImportMapping } | { faults: string[] } {
  let given: unknown
  try {
    given = JSON.parse(json.replace(/^\uFEFF/, ''))
  } catch {
    return { faults: [] }
  }
  const parsed = ImportMapping.safeParse(given)
  return parsed.success ? { mapping: parsed.data } : { faults: mappingFaults(parsed.error) }
}

/** What is wrong with a mapping, a sentence each, with what is allowed instead. */
function mappingFaults(error: z.ZodError): string[] {
  return error.issues.map((issue) => {
    const where = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      const shapes: Record<string, object> = { columns: ColumnRule.shape, split: Split.shape }
      const allowed = shapes[String(issue.path[0])] ?? ImportMapping.shape
      const unknown = issue.keys.map((key) => JSON.stringify(key)).join(', ')
      return `${where === '' ? '' : `${where}: `}${unknown} is not known; allowed: ${Object.keys(allowed).join(', ')}`
    }
    return `${where || 'mapping'}: ${issue.message}`
  })
}
