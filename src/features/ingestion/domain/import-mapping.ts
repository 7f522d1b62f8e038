import * as z from 'zod'
import { says } from '../../../platform/contract/says.ts'
import type { DateOrder } from './date-text.ts'

export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

const ENCODING_NAMES: ReadonlyMap<string, Encoding> = new Map([
  ...ENCODINGS.map((name) => [name, name] as const),
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['cp1252', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
])

/** The encoding that a label stands for, as browsers read labels: Latin-1 means Windows-1252. */
export function encodingOf(label: string): Encoding | undefined {
  return ENCODING_NAMES.get(label.trim().toLowerCase())
}

/** "DD/MM/YYYY", "d.m.y" and "dmy" say the same. */
function dateOrderOf(pattern: string): DateOrder | undefined {
  const order = pattern
    .toLowerCase()
    .replace(/[^dmy]/g, '')
    .replace(/(.)\1+/g, '$1')
  return order === 'dmy' || order === 'mdy' ? order : undefined
}

const heading = z.string().max(200)

/**
 * The file behind `--mapping`: what the sender's headings mean and what a file does not say about itself. Everything
 * left out is found out from the file.
 */
export const ImportMapping = z.strictObject({
  /** The file's heading → the source's column. */
  columns: z.record(heading, heading).optional(),
  /** Whether the first row is the heading row; or the headings of a file that has none. */
  header: z.union([z.boolean(), z.array(heading).min(1).max(500)]).optional(),
  separator: z.enum(SEPARATORS).optional(),
  encoding: z
    .string()
    .transform((label, context) => {
      const encoding = encodingOf(label)
      if (encoding) return encoding
      context.addIssue({
        code: 'custom',
        message: `not one of ${ENCODINGS.join(', ')}`,
        ...says('oneOf', { values: ENCODINGS.join(', ') }),
      })
      return z.NEVER
    })
    .optional(),
  decimal: z.enum(['auto', '.', ',']).optional(),
  /** For dates that nothing else decides; day first unless it says otherwise. */
  dateOrder: z
    .string()
    .transform((pattern, context) => {
      const order = dateOrderOf(pattern)
      if (order) return order
      context.addIssue({
        code: 'custom',
        message: 'neither day first (DD/MM/YYYY) nor month first (MM/DD/YYYY)',
        ...says('dayFirst'),
      })
      return z.NEVER
    })
    .optional(),
})
export type ImportMapping = z.output<typeof ImportMapping>
