import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { Instant } from '../../platform/contract/money.ts'
import { ENCODINGS, ImportMapping } from './domain/import-mapping.ts'
import { MOST_ERRORS } from './domain/max-errors.ts'
import { DATE_ORDERS, DECIMALS, DUPLICATES, READING_REASONS, READINGS } from './domain/source-settings.ts'

export { DATE_ORDERS, DECIMALS, DUPLICATES, ENCODINGS, READING_REASONS, READINGS }

export const INGEST_KINDS = [
  'customers',
  'orders',
  'order-lines',
  'sales-history',
  'current-sales',
  'products',
  'invoices',
  'invoice-lines',
  'payments',
  'price-list',
  'shipments',
  'shipment-events',
  'shipment-lines',
  'lots',
  'lot-results',
] as const
export type IngestKind = (typeof INGEST_KINDS)[number]
/** Of what batches are: rows of a kind, or a document. */
export const BATCH_KINDS = [...INGEST_KINDS, 'documents'] as const
export type BatchKind = (typeof BATCH_KINDS)[number]

/**
 * `row` counts the data rows of the body from 1, `line` the lines of the file (not told where a body has none); `key` is the
 * row's own, as far as it could be read, its parts joined by U+001F. `field` is null where the row as a whole is meant.
 */
export const RowError = z.object({
  row: z.number().int(),
  line: z.number().int().optional(),
  key: z.string().optional(),
  field: z.string().nullable(),
  code: z.string(),
  message: z.string(),
})
export type RowError = z.infer<typeof RowError>

const count = z.number().int()

const Mark = z.enum(['.', ','])
/** `line` counts the lines of the file from 1; `cell` and `line` are the first that spoke for it. */
const Because = { because: z.string(), cell: z.string().optional(), line: z.number().int().optional() }
const Reading = z.object({
  /** Null for a workbook. */
  encoding: z.string().nullable(),
  encodingBecause: z.string().nullable(),
  separator: z.string().nullable(),
  /** The line of the headings; null where there are none, and for JSON. */
  header: z.number().int().nullable(),
  /** Headings that stand for a column of another name, and that name. */
  columns: z.record(z.string(), z.string()).optional(),
  /** Lines that are no rows: titles, group lines, subtotals, totals and what the mapping leaves out; the first fifty. */
  skipped: z.array(
    z.object({
      line: z.number().int(),
      why: z.enum(['title', 'group', 'subtotal', 'total', 'rule', 'end']),
      text: z.string(),
    }),
  ),
  /** Null where no date needed it. */
  dateOrder: z.enum(['dmy', 'mdy', 'ymd']).nullable(),
  dateOrderBecause: z.object(Because).nullable(),
  /** The decimal mark of each number column that has one. */
  decimals: z.record(z.string(), z.object({ mark: Mark, ...Because })),
  /** The sheets of a workbook that were not read. */
  otherSheets: z.array(z.string()).optional(),
})

/**
 * What stands of the batch after it, per currency, as it was sent: rejected, repeated, overtaken, stale and deleted rows are in no
 * sum. Exact decimal text; null where the kind has no such figure, or its quantities are of different units.
 */
const Sums = z.object({
  /** Null: the kind's rows have none of their own. */
  currency: z.string().nullable(),
  rows: count,
  quantity: z.string().nullable(),
  amount: z.string().nullable(),
})
export type IngestSums = z.infer<typeof Sums>

/** Why nothing of a batch was taken in. `message` is one sentence, in English, as its sender got it. */
export const BatchRefusal = z.object({
  code: z.string(),
  message: z.string(),
  /** The headings that came, and those that would have fitted; where they are what it is about. */
  found: z.array(z.string()).optional(),
  accepted: z.array(z.string()).optional(),
})
export type BatchRefusal = z.infer<typeof BatchRefusal>

/** received + removed = inserted + updated + unchanged + stale + deleted + rejected. */
export const IngestAnswer = z.object({
  batchId: z.number().int(),
  kind: z.enum(BATCH_KINDS),
  received: count,
  inserted: count,
  updated: count,
  /** Of the updated ones those whose company changed. */
  moved: count,
  /** The same as stored; a row that came before in the batch or was overtaken in it; a deletion of what is not there. */
  unchanged: count,
  /** Of the unchanged ones those that came more than once. */
  repeated: count,
  /** `Updated At` lies before that of the stored row. */
  stale: count,
  /** By `_op`, by replacing, and lines that a whole parent no longer has. */
  deleted: count,
  /** Of the deleted ones those that were not sent. */
  removed: count,
  rejected: count,
  errors: z.array(RowError).max(MOST_ERRORS),
  errorsTotal: count,
  /** Once each, with how often and where first. */
  warnings: z.array(
    z.object({
      field: z.string(),
      code: z.string(),
      message: z.string(),
      /** What the message names. */
      values: z.record(z.string(), z.string()).optional(),
      count,
      firstRow: count,
      /** Of the file, the first twenty. */
      lines: z.array(count).optional(),
    }),
  ),
  /** Headings or keys that are no column of the kind; their cells were left aside. */
  unknownColumns: z.array(z.string()),
  /** How the body was read, and why so (C3); null for rows that were not text. */
  reading: Reading.nullable(),
  sums: z.array(Sums),
  receivedAt: Instant,
  /**
   * Of a batch that was refused as a whole, and only when it is looked up: all rows that were known to have come count as
   * rejected; `errors` are those that it was refused for.
   */
  refusal: BatchRefusal.optional(),
})
export type IngestAnswer = z.infer<typeof IngestAnswer>

/** How an upstream system writes, and what becomes of its rows of one key; `encoding` null: found out of each file. */
export const SourceSettings = z
  .object({
    decimal: z.enum(DECIMALS),
    dateOrder: z.enum(DATE_ORDERS),
    encoding: ImportMapping.shape.encoding.unwrap().nullable(),
    duplicates: z.enum(DUPLICATES),
  })
  .strict()
export type SourceSettings = z.infer<typeof SourceSettings>

/** One kind of upstream data, as far as the asker may read what comes by it (B8). */
const Feed = z.object({
  kind: z.string(),
  /** Of the last batch. */
  asOf: Instant,
  /** Seconds within which the next one is expected; null: whenever it comes. */
  expectedEvery: z.number().int().nullable(),
})
export type Feed = z.infer<typeof Feed>

export const MappingName = z.string().trim().min(1).max(60)
/** What a source's headings mean and how its files are written, kept under a name (J2). */
export const SavedMapping = z.object({ name: z.string(), mapping: ImportMapping, changedAt: Instant })
export type SavedMapping = z.infer<typeof SavedMapping>

/** Whose mapping people mean; a key has its own source. */
const source = z.string().min(1).max(60).default('main')
const ofSource = z.strictObject({ source })
const named = z.strictObject({ name: MappingName, source })

export const ingestionContract = {
  mappings: endpoint
    .route({
      method: 'GET',
      path: '/ingest/mappings',
      summary: 'The saved mappings of a source; also with a key of scope ingest',
    })
    .meta({ permission: 'ingestion.read' })
    .input(ofSource)
    .output(z.object({ items: z.array(SavedMapping) })),
  mapping: endpoint
    .route({
      method: 'GET',
      path: '/ingest/mappings/{name}',
      summary: 'A saved mapping; also with a key of scope ingest',
    })
    .meta({ permission: 'ingestion.read' })
    .input(named)
    .output(SavedMapping),
  saveMapping: endpoint
    .route({
      method: 'PUT',
      path: '/ingest/mappings/{name}',
      summary:
        'Saves a mapping for ?mapping=; also with a key of scope ingest. Schema: /api/v1/ingest/mapping.schema.json',
    })
    .meta({ permission: 'ingestion.manage', audit: 'mapping.saved' })
    .input(ImportMapping.extend(named.shape).strict())
    .output(SavedMapping),
  deleteMapping: endpoint
    .route({
      method: 'DELETE',
      path: '/ingest/mappings/{name}',
      summary: 'Deletes a saved mapping; also with a key of scope ingest',
    })
    .meta({ permission: 'ingestion.manage', audit: 'mapping.deleted' })
    .input(named)
    .output(z.object({ name: z.string() })),
  feeds: endpoint
    .route({ method: 'GET', path: '/feeds', summary: 'How fresh upstream’s data is, per kind' })
    .meta({ signedIn: true })
    .output(z.object({ items: z.array(Feed) })),
  batch: endpoint
    .route({
      method: 'GET',
      path: '/ingest/batches/{id}',
      summary: 'What became of a batch; also with the key that sent it',
    })
    .meta({ permission: 'ingestion.read' })
    .input(z.object({ id: z.coerce.number().int().min(1) }))
    .output(IngestAnswer),
}
