import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import {
  ChoiceChip,
  ClearFilters,
  DayChip,
  FilterBar,
  SegmentChips,
} from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ExportMenu } from '../../exports/web/published.ts'
import { BATCH_KINDS, type BatchKind } from '../../ingestion/contract.ts'
import type { BatchRow } from '../contract.ts'
import { type BatchesSearch, NO_FILTER } from './batches-search.ts'
import { BatchSheet } from './lazy-components.ts'
import { batchesFilter, batchesQuery, keysQuery } from './upstream-queries.ts'
import { useKindName } from './use-kind-name.ts'

/** What upstream sent and what became of it, the newest first. */
export function BatchesPanel() {
  const t = useTranslations('upstream')
  const formats = useFormats()
  const kindName = useKindName()
  const keys = useQuery(keysQuery)
  const [search, change] = useUrlState<BatchesSearch>()
  const list = useCursorList(batchesQuery(search))
  const { total, dimmed } = list
  const [opened, setOpened] = useState<{ batch: BatchRow; open: boolean } | null>(null)
  const filtered = Object.keys(NO_FILTER).some((key) => search[key as keyof typeof NO_FILTER] !== undefined)
  const figure = (id: 'received' | 'inserted' | 'updated' | 'deleted'): Column<BatchRow> => ({
    id,
    title: t(`counts.${id}`),
    // How many rows a refused batch had is not always known.
    cell: (row) => (row.refusal && row[id] === 0 ? DASH : formats.count(row[id])),
    align: 'end',
    sortable: id === 'received',
  })
  const columns: Column<BatchRow>[] = [
    {
      id: 'receivedAt',
      title: t('receivedAt'),
      cell: (row) => formats.dateTime(row.receivedAt),
      card: 'fact',
    },
    { id: 'kind', title: t('kind'), cell: (row) => kindName(row.kind), sortable: false },
    {
      id: 'by',
      title: t('by'),
      cell: ({ key, source }) =>
        `${key === null ? t('commandLine') : key.label || t('keyNo', { id: String(key.id) })} · ${source}`,
      sortable: false,
      card: 'fact',
    },
    { ...figure('received'), card: 'fact' },
    figure('inserted'),
    figure('updated'),
    figure('deleted'),
    {
      id: 'rejected',
      title: t('counts.rejected'),
      cell: ({ rejected, refusal }) =>
        refusal ? (
          <Badge tone="bad">{t('refused')}</Badge>
        ) : rejected > 0 ? (
          <Badge tone="bad">{formats.count(rejected)}</Badge>
        ) : (
          <Badge tone="good">{t('noneRejected')}</Badge>
        ),
      card: 'corner',
    },
    {
      id: 'milliseconds',
      title: t('took'),
      cell: ({ milliseconds, refusal }) => (refusal ? DASH : t('seconds', { seconds: milliseconds / 1000 })),
      align: 'end',
    },
  ]
  const choice = useColumnChoice('batches', columns)
  return (
    <section aria-label={t('batches')}>
      <h2>{t('batches')}</h2>
      <FilterBar note={!dimmed && total !== null && t('batchCount', { count: total })}>
        <SearchField
          label={t('findBatch')}
          placeholder={t('findBatch')}
          value={search.search}
          onChange={(text) => change({ search: text })}
        />
        <ChoiceChip
          label={t('kind')}
          any={t('anyKind')}
          value={search.kind}
          choices={BATCH_KINDS.map((kind) => ({ value: kind, label: kindName(kind) }))}
          onChange={(kind) => change({ kind: kind as BatchKind | undefined })}
        />
        <ChoiceChip
          label={t('key')}
          any={t('anyKey')}
          value={search.key === undefined ? undefined : String(search.key)}
          choices={[
            ...(keys.data?.items ?? []).map(({ id, label }) => ({
              value: String(id),
              label: label || t('keyNo', { id: String(id) }),
            })),
            { value: '0', label: t('commandLine') },
          ]}
          onChange={(key) => change({ key: key === undefined ? undefined : Number(key) })}
        />
        <SegmentChips
          label={t('outcome')}
          value={search.state}
          any={t('states.any')}
          choices={(['clean', 'rejected', 'refused'] as const).map((state) => ({
            value: state,
            label: t(`states.${state}`),
          }))}
          onChange={(state) => change({ state: state as BatchesSearch['state'] })}
        />
        <DayChip
          label={t('from')}
          value={search.from}
          most={search.to}
          onChange={(from) => change({ from })}
        />
        <DayChip label={t('to')} value={search.to} least={search.from} onChange={(to) => change({ to })} />
        {filtered && <ClearFilters onClear={() => change(NO_FILTER)}>{t('clear')}</ClearFilters>}
        <ColumnChooser choice={choice} />
        <ExportMenu
          offers={[
            {
              kind: 'batches',
              filter: batchesFilter(search),
              rows: dimmed ? null : total,
              title: t('batchCount', { count: total ?? 0 }),
            },
          ]}
        />
      </FilterBar>
      <DataTable
        label={t('batches')}
        columns={columns}
        choice={choice}
        rowKey={({ id }) => id}
        rowTitle={({ id, kind }) => t('batchNo', { id: String(id), kind: kindName(kind) })}
        sort={search.sort ?? '-receivedAt'}
        onSort={(sort) => change({ sort: sort as BatchesSearch['sort'] })}
        onOpen={(batch) => setOpened({ batch, open: true })}
        {...tableOf(list, t('notLoaded'))}
        empty={
          <EmptyState
            title={t(filtered ? 'noneFound' : 'noBatches')}
            hint={t(filtered ? 'noneFoundHint' : 'noBatchesHint')}
          />
        }
      />
      {opened && (
        <Suspense>
          <BatchSheet
            batch={opened.batch}
            opened={opened.open}
            onClose={() => setOpened({ ...opened, open: false })}
          />
        </Suspense>
      )}
    </section>
  )
}
