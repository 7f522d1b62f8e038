import type { Asked } from '../../../platform/server/export/answer-table-file.ts'
import { listFile } from '../../../platform/server/export/list-file.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { screenWords } from '../../../platform/server/http/screen-words.ts'
import { BATCH_COUNTS, type BatchesFileInput, upstreamFileContract } from '../contract.ts'
import { refusalTitle, type StoredBatch, wholeBatches } from './list-batches.ts'

/** Every batch of the filter: who sent it, when, and what became of its rows. */
async function openBatchesFile(asked: Asked<BatchesFileInput>) {
  const { upstream: words, unassigned } = screenWords(asked.language)
  const kinds: Record<string, string> = unassigned.kinds
  return listFile<StoredBatch>(asked, {
    title: words.batches,
    objectType: 'ingest_batches',
    ...wholeBatches(asked.input),
    columns: ({ text, number, moment }) => [
      number(words.number, ({ id }) => id),
      moment(words.receivedAt, ({ receivedAt }) => receivedAt),
      text(words.kind, ({ kind }) => kinds[kind] ?? kind),
      text(words.key, ({ key }) => (key === null ? words.commandLine : key.label || String(key.id))),
      text(words.source, ({ source }) => source, 18),
      text(words.refused, ({ refusal }) => refusal && refusalTitle(refusal.code, asked.language), 36),
      text(words.refusalSentence, ({ refusal }) => refusal?.message ?? null, 48),
      text(words.found, ({ refusal }) => refusal?.found.join(', ') ?? null, 36),
      ...BATCH_COUNTS.map((count) => number(words.counts[count], (row) => row[count])),
      number(words.milliseconds, ({ milliseconds }) => milliseconds, 16),
    ],
  })
}

/** `GET /admin/batches/export` */
export const batchesFile = tableKind(upstreamFileContract.batchesExport, openBatchesFile)
