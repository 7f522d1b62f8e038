import * as z from 'zod'
import { endpoint, KEY_SCOPES } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { CalendarDate, Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery, sortOf } from '../../platform/contract/page.ts'
import {
  BATCH_KINDS,
  BatchRefusal,
  INGEST_KINDS,
  IngestAnswer,
  READING_REASONS,
  READINGS,
  SourceSettings,
} from '../ingestion/contract.ts'

const count = z.number().int()
const id = z.coerce.number().int().min(1).max(2_147_483_647)
const batch = z.coerce.number().int().min(1).max(1_000_000_000_000)

const UpstreamKey = z.object({
  id: count,
  label: z.string(),
  scope: z.enum(KEY_SCOPES),
  source: z.string(),
  /** Null: the key may send rows of every client. */
  client: z.object({ id: count, name: z.string() }).nullable(),
  createdAt: Instant,
  /** Null: made at the command line or by the set-up. */
  createdBy: z.string().nullable(),
  lastUsedAt: Instant.nullable(),
  lastBatch: z.object({ id: count, at: Instant }).nullable(),
  revokedAt: Instant.nullable(),
})
export type UpstreamKey = z.infer<typeof UpstreamKey>

const BatchCounts = {
  received: count,
  inserted: count,
  updated: count,
  /** Of the updated ones those whose company changed. */
  moved: count,
  unchanged: count,
  /** Of the unchanged ones those that came more than once. */
  repeated: count,
  stale: count,
  deleted: count,
  /** Of the deleted ones those that were not sent. */
  removed: count,
  rejected: count,
}

/** In the order in which they are shown. */
export const BATCH_COUNTS = Object.keys(BatchCounts) as (keyof typeof BatchCounts)[]

const Refusal = BatchRefusal.required().extend({
  /** In the asker's language. */
  title: z.string(),
})

const BatchRow = z.object({
  id: count,
  /** Why nothing of it was taken in; null: it landed. */
  refusal: Refusal.nullable(),
  kind: z.enum(BATCH_KINDS),
  source: z.string(),
  /** Null: the command line. */
  key: z.object({ id: count, label: z.string() }).nullable(),
  receivedAt: Instant,
  milliseconds: count,
  ...BatchCounts,
  /** The first thousand are kept. */
  errors: count,
  atomic: z.boolean(),
  /** The scope that was replaced; null: the rows were added to what is there. */
  replaced: z.string().nullable(),
  /** What the sender counted, and what came in was compared with. */
  controls: z.string().nullable(),
  warnings: z.array(z.object({ field: z.string(), message: z.string(), count })),
  unknownColumns: z.array(z.string()),
  /** What stands of it, per currency; none of batches from before they were added up. */
  sums: IngestAnswer.shape.sums,
})
export type BatchRow = z.infer<typeof BatchRow>

const BatchError = z.object({
  row: count,
  /** Of the file, where it has lines. */
  line: count.nullable(),
  /** The row's own, its parts apart by blanks; null: it could not be read. */
  key: z.string().nullable(),
  field: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  /** Whether the row is kept as it stood in what was sent. */
  kept: z.boolean(),
})
export type BatchError = z.infer<typeof BatchError>

const RawRow = z.object({
  /** Null: the file had none. */
  headings: z.array(z.string()).nullable(),
  cells: z.array(z.string()),
  /** The row is longer than what is kept of it. */
  cut: z.boolean(),
})
export type RawRow = z.infer<typeof RawRow>

/** Exact decimal text: as the number was read, and as it would be with the decimal mark. */
const TwoReadings = { read: z.string(), otherwise: z.string() }
const AssumedMark = z.object({
  batch: count,
  kind: z.string(),
  source: z.string(),
  receivedAt: Instant,
  field: z.string(),
  /** Of the batch, in which a lone comma or dot before three digits was read as a group mark. */
  rows: count,
  firstRow: count,
  /**
   * What stands now of this source and column with such a text, read so, whichever batch brought it. Null: the text of this
   * column is not kept.
   */
  standing: z
    .object({
      rows: count,
      /** Whether the figures are amounts of money. */
      isMoney: z.boolean(),
      examples: z.array(z.object({ key: z.string(), text: z.string(), ...TwoReadings })),
      /** By currency, or by unit; null: they have none. */
      sums: z.array(z.object({ of: z.string().nullable(), rows: count, ...TwoReadings })),
    })
    .nullable(),
})
export type AssumedMark = z.infer<typeof AssumedMark>

const FeedExpectation = z.object({
  kind: z.enum(INGEST_KINDS),
  lastBatchAt: Instant.nullable(),
  /** Hours; null: whenever it comes. */
  hours: z.number().nullable(),
})
export type FeedExpectation = z.infer<typeof FeedExpectation>

const Source = z.object({
  id: count,
  name: z.string(),
  ...SourceSettings.shape,
  encoding: z.string().nullable(),
  /** What was found out of its files, and is read alike from then on. */
  readings: z.array(
    z.object({
      kind: z.string(),
      field: z.string(),
      decided: z.enum(READINGS),
      because: z.enum(READING_REASONS),
      decidedAt: Instant,
    }),
  ),
})
export type Source = z.infer<typeof Source>

/** Nothing was received before; PostgreSQL knows no year 0. */
const Day = CalendarDate.refine((day) => day >= '1900', fieldMessage('farAway'))
export const BATCH_STATES = ['clean', 'rejected', 'refused'] as const
export const BATCH_SORTS = ['receivedAt', 'received', 'rejected', 'milliseconds'] as const
const batchesFilter = {
  kind: z.enum(BATCH_KINDS).optional(),
  /** 0: the command line. */
  key: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  state: z.enum(BATCH_STATES).optional(),
  from: Day.optional(),
  to: Day.optional(),
  /** The number of a batch, or a part of the name of its key or source. */
  search: z.string().min(1).max(200).optional(),
  sort: sortOf(BATCH_SORTS).default('-receivedAt'),
}

const read = { permission: 'ingestion.read', heavy: true } as const
const manage = { permission: 'ingestion.manage' } as const
const errorsInput = { batch }

const errorsFile = z.object({ ...errorsInput, format: z.enum(['csv', 'xlsx']).default('csv') })
export type BatchErrorsFile = z.infer<typeof errorsFile>
const batchesFile = z.object({ ...batchesFilter, format: z.enum(['csv', 'xlsx']).default('csv') })
export type BatchesFileInput = z.infer<typeof batchesFile>

export const upstreamContract = {
  keys: endpoint
    .route({
      method: 'GET',
      path: '/admin/keys',
      summary: 'The keys of upstream systems; never the keys themselves',
    })
    .meta(manage)
    .output(z.object({ items: z.array(UpstreamKey), sources: z.array(z.string()) })),
  issue: endpoint
    .route({
      method: 'POST',
      path: '/admin/keys',
      summary: 'A new key; this answer is the only time that it can be seen',
    })
    .meta({ ...manage, stepUp: true, audit: 'key.created' })
    .input(
      z
        .object({
          label: z.string().trim().min(1).max(100),
          scope: z.enum(KEY_SCOPES),
          source: z
            .string()
            .trim()
            .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$/),
          client: id.nullable(),
        })
        .strict(),
    )
    .output(z.object({ id: count, key: z.string() })),
  revoke: endpoint
    .route({
      method: 'POST',
      path: '/admin/keys/{id}/revoke',
      summary: 'Withdraws a key, from its next request on',
    })
    .meta({ ...manage, stepUp: true, audit: 'key.revoked' })
    .input(z.object({ id }).strict())
    .output(z.object({ revoked: z.literal(true) })),
  batches: endpoint
    .route({
      method: 'GET',
      path: '/admin/batches',
      summary: 'What upstream sent, the newest first unless asked otherwise',
    })
    .meta(read)
    .input(z.object({ ...batchesFilter, ...pageQuery }))
    .output(pageOf(BatchRow)),
  errors: endpoint
    .route({
      method: 'GET',
      path: '/admin/batch-errors',
      summary: 'The faulty rows of a batch, said in the asker’s language',
    })
    .meta(read)
    .input(
      z.object({
        ...errorsInput,
        /** Part of the field, the code or the sentence, or the number of the row. */
        search: z.string().min(1).max(200).optional(),
        ...pageQuery,
      }),
    )
    .output(pageOf(BatchError)),
  row: endpoint
    .route({
      method: 'GET',
      path: '/admin/batch-rows',
      summary: 'A faulty row of a batch as it stood in what was sent, for as long as it is kept',
    })
    .meta(read)
    .input(z.object({ ...errorsInput, row: id }))
    .output(RawRow),
  assumedMarks: endpoint
    .route({
      method: 'GET',
      path: '/admin/assumed-marks',
      summary:
        'Batches from before marks were decided by evidence, in which one was assumed: to be sent again',
    })
    .meta(read)
    .output(z.object({ items: z.array(AssumedMark) })),
  feeds: endpoint
    .route({
      method: 'GET',
      path: '/admin/feeds',
      summary: 'Each kind of rows: its last batch and when the next is expected',
    })
    .meta(read)
    .output(z.object({ items: z.array(FeedExpectation) })),
  expect: endpoint
    .route({
      method: 'PUT',
      path: '/admin/feeds/{kind}',
      summary: 'Within how many hours the next batch of a kind is expected; null: whenever it comes',
    })
    .meta({ ...manage, audit: 'feed.expected' })
    .input(
      z.object({ kind: z.enum(INGEST_KINDS), hours: z.number().int().min(1).max(8784).nullable() }).strict(),
    )
    .output(FeedExpectation),
  sources: endpoint
    .route({
      method: 'GET',
      path: '/admin/sources',
      summary: 'Each upstream system: how it writes, and what its files were found to be',
    })
    .meta(read)
    .output(z.object({ items: z.array(Source) })),
  changeSource: endpoint
    .route({ method: 'PUT', path: '/admin/sources/{id}', summary: 'How an upstream system writes' })
    .meta({ ...manage, audit: 'source.changed' })
    .input(SourceSettings.extend({ id }).strict())
    .output(Source),
  forgetSource: endpoint
    .route({
      method: 'POST',
      path: '/admin/sources/{id}/forget',
      summary: 'Forgets what was found out of its files: the next one decides anew',
    })
    .meta({ ...manage, audit: 'source.forgotten' })
    .input(z.object({ id }).strict())
    .output(Source),
}

/** Answered outside the typed router: files. */
export const upstreamFileContract = {
  batchesExport: endpoint
    .route({
      method: 'GET',
      path: '/admin/batches/export',
      summary: 'The same batches as a file, all of them',
    })
    .meta({ ...read, audit: 'batches.exported' })
    .input(batchesFile)
    .output(z.file()),
  errorsExport: endpoint
    .route({ method: 'GET', path: '/admin/batch-errors/export', summary: 'The same faulty rows as a file' })
    .meta({ ...read, audit: 'batch_errors.exported' })
    .input(errorsFile)
    .output(z.file()),
}
