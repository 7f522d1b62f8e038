import { plainText } from '../plain-text.ts'
import { Cells, type FieldRemark, type RowSettings } from './cells.ts'
import { headingKey } from './column.ts'
import { KEY_SEPARATOR, type KindDefinition } from './kind.ts'
import { type FieldsByKind, KINDS, type Kind } from './kinds.ts'

/** A row to insert or update. `key` is its natural key; `updatedAt` an ISO instant in UTC with microseconds. */
export type UpsertRow<K extends Kind = Kind> = {
  op: 'upsert'
  key: string
  updatedAt: string | null
} & FieldsByKind[K]

/** `_op: "delete"`: only its key, and when it was written, are read. */
export type DeleteRow = { op: 'delete'; key: string; updatedAt: string | null }

export type NormalisedRow<K extends Kind = Kind> = UpsertRow<K> | DeleteRow

/** A faulty row is told by its `key` where that can be read. */
export type Normalised<K extends Kind = Kind> =
  | { ok: true; row: NormalisedRow<K>; warnings: readonly FieldRemark[] }
  | { ok: false; errors: readonly FieldRemark[]; key: string | null }

/**
 * Checks one row and types it. `values` are keyed by column in either spelling; other keys are left aside. Numbers may
 * be JSON numbers or text (C3). All faults of the row are answered, not the first only.
 */
export function normaliseRow<K extends Kind>(
  kind: K,
  values: Readonly<Record<string, unknown>>,
  settings: RowSettings,
): Normalised<K> {
  const definition: KindDefinition<FieldsByKind[K]> = KINDS[kind]
  const cells: unknown[] = new Array(definition.columns.length).fill(null)
  for (const heading of Object.keys(values)) {
    const at = definition.byHeading.get(headingKey(heading))
    if (at !== undefined) cells[at] = values[heading]
  }
  return normaliseCells<K>(definition, cells, settings)
}

/** A key that a mapping makes (J2). */
export type MappedKey = {
  /** Cells of the file that are it; null: the kind's own. */
  parts: readonly string[] | null
  /** Rows get a number within what the key names, so the key is that of their parent. */
  numbered: boolean
  /** What stands above the cells. */
  headings?: readonly string[] | undefined
}

const OWN_KEY: MappedKey = { parts: null, numbered: false }

/** The same for cells that already stand in the order of the kind's columns. */
export function normaliseCells<K extends Kind>(
  definition: KindDefinition<FieldsByKind[K]>,
  values: readonly unknown[],
  settings: RowSettings,
  mapped: MappedKey = OWN_KEY,
): Normalised<K> {
  const cells = new Cells<string>(definition.byName, values, settings)
  const op = readOp(cells)
  if (op === 'delete') {
    const key = keyOf(definition, cells, mapped)
    const updatedAt = cells.instant('Updated At')
    if (key === null && cells.errors.length === 0) {
      cells.error(keyField(definition), 'required', 'A row to delete needs its natural key.')
    }
    return key === null || cells.errors.length > 0
      ? { ok: false, errors: cells.errors, key }
      : { ok: true, row: { op, key, updatedAt }, warnings: cells.warnings }
  }
  requireCells(definition, cells, replacedBy(definition, mapped))
  const fields = definition.read(cells)
  cells.refuseLostDigits()
  const updatedAt = cells.instant('Updated At')
  const key = keyOf(definition, cells, mapped)
  if (cells.errors.length > 0) return { ok: false, errors: cells.errors, key }
  if (key === null) throw new Error(`${definition.kind}: a row without faults has no key`)
  return { ok: true, row: { op: 'upsert', key, updatedAt, ...fields }, warnings: cells.warnings }
}

function readOp(cells: Cells<string>): 'upsert' | 'delete' {
  const op = cells.text('_op')?.toLowerCase() ?? 'upsert'
  if (op === 'upsert' || op === 'delete') return op
  cells.error('_op', 'bad_op', '_op is neither "upsert" nor "delete".')
  return 'upsert'
}

function keyOf(
  definition: KindDefinition,
  cells: Cells<string>,
  { parts, numbered, headings }: MappedKey,
): string | null {
  if (numbered && definition.lineOf) return definition.lineOf.key(cells)
  if (parts === null) return definition.key(cells)
  const field = definition.keyColumn ?? keyField(definition)
  const texts = parts.map((part, at) => {
    const text = plainText(part, LONGEST_PART, true)
    if (text.ok && text.text !== '') return text.text
    const message = text.ok ? `${headings?.[at] ?? 'A cell'} is part of the key and empty.` : text.message
    return cells.error(field, text.ok ? 'required' : text.code, message)
  })
  return texts.includes(null) ? null : texts.join(KEY_SEPARATOR)
}

const LONGEST_PART = 200

/** The column that need not be filled because the mapping makes what it would hold. */
function replacedBy(definition: KindDefinition, { parts, numbered }: MappedKey): string | undefined {
  return numbered && definition.lineOf
    ? definition.lineOf.column
    : parts === null
      ? undefined
      : definition.keyColumn
}

function requireCells(definition: KindDefinition, cells: Cells<string>, replaced?: string): void {
  for (const { name, required } of definition.columns) {
    if (required && name !== replaced && cells.isEmpty(name))
      cells.error(
        name,
        'required',
        name === definition.keyColumn
          ? `${name} is required and empty; a mapping can make it of other columns, with key or numberWithin.`
          : `${name} is required and empty.`,
      )
  }
  for (const [one, other] of definition.oneOf) {
    if (cells.isEmpty(one) && cells.isEmpty(other)) {
      cells.error(one, 'required', `${one} or ${other} is required and both are empty.`)
    }
  }
}

const keyField = (definition: KindDefinition): string =>
  definition.columns.find((column) => column.required)?.name ?? definition.columns[0]?.name ?? ''
