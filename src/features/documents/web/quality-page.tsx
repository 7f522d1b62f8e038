import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ClearFilters, FilterBar } from '../../../platform/web/kit/filters.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Cell, Grid, Panel } from '../../../platform/web/kit/panel.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import type { DocumentsPage } from '../contract.ts'
import css from './documents.module.css'
import { qualityQuery } from './documents-queries.ts'
import type { QualitySearch } from './documents-search.ts'
import { useDocumentColumns } from './use-document-columns.tsx'
import { useOpenDocument } from './use-open-document.ts'
import { type Selection, useSelection } from './use-selection.tsx'

/** QA/QC/RA: how many documents there are, and both of their lists; downloaded only while available (E7). */
export default function QualityPage() {
  const t = useTranslations('documents')
  const formats = useFormats()
  const [{ search }, change] = useUrlState<QualitySearch>()
  const qa = useCursorList(qualityQuery('qa', search))
  const qc = useCursorList(qualityQuery('qc', search))
  const lots = useCursorList(qualityQuery('lots', search))
  const selection = useSelection([...qa.rows, ...qc.rows, ...lots.rows])
  const counted = [qa.first?.counts, qc.first?.counts]
  const sum = (of: (counts: NonNullable<(typeof counted)[number]>) => number) =>
    counted.every((counts) => counts)
      ? formats.count(counted.reduce((n, counts) => n + (counts ? of(counts) : 0), 0))
      : undefined
  const cards = [
    [t('quality.qa'), qa.first?.counts && formats.count(qa.first.counts.all)],
    [t('quality.qc'), qc.first?.counts && formats.count(qc.first.counts.all)],
    [t('statuses.available'), sum(({ statuses }) => statuses.available ?? 0)],
    [t('statuses.pending'), sum(({ statuses }) => statuses.pending ?? 0)],
  ] as const
  const failed = qa.failure ?? qc.failure
  return (
    <>
      <PageHead title={t('quality.title')} subtitle={t('quality.subtitle')} />
      {!failed && (
        <Grid>
          {cards.map(([label, value]) => (
            <Cell key={label} span={3}>
              <KpiCard label={label} value={value ?? undefined} sub={t('quality.documents')} />
            </Cell>
          ))}
        </Grid>
      )}
      <FilterBar>
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={(text) => change({ search: text })}
        />
        {search !== undefined && (
          <ClearFilters onClear={() => change({ search: undefined })}>{t('clear')}</ClearFilters>
        )}
        {selection.controls}
      </FilterBar>
      <div className={css.stack}>
        <Shelf title={t('quality.qa')} list={qa} filtered={search !== undefined} selection={selection} />
        <Shelf title={t('quality.qc')} list={qc} filtered={search !== undefined} selection={selection} />
        <Shelf title={t('quality.lots')} list={lots} filtered={search !== undefined} selection={selection} />
      </div>
    </>
  )
}

type ShelfProps = {
  title: string
  list: ReturnType<typeof useCursorList<DocumentsPage>>
  filtered: boolean
  selection: Selection
}

function Shelf({ title, list, filtered, selection }: ShelfProps) {
  const t = useTranslations('documents')
  const columns = useDocumentColumns(['number', 'category', 'updated', 'status'])
  const open = useOpenDocument()
  return (
    <Panel title={title} flush>
      <DataTable
        flush
        label={title}
        columns={selection.withBoxes(columns)}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowTitle={({ title: name }) => name}
        onOpen={selection.choosing ? selection.toggle : open}
        total={list.total}
        more={list.more}
        loading={list.loading}
        dimmed={list.dimmed}
        failure={
          list.failure && { title: t('notLoaded'), cause: list.failure, onRetry: () => void list.refresh() }
        }
        empty={
          <EmptyState
            title={t(filtered ? 'noneFound' : 'none')}
            hint={t(filtered ? 'noneFoundHint' : 'noneHint')}
          />
        }
      />
    </Panel>
  )
}
