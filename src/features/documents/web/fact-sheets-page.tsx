import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { ChoiceChip, ClearFilters, FilterBar, SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { MoreButton } from '../../../platform/web/kit/more-button.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import type { DocumentRow, DocumentsPage } from '../contract.ts'
import { CATEGORIES } from '../domain/vocabulary.ts'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { DocumentActions, StatusBadge } from './document-parts.tsx'
import css from './documents.module.css'
import { factSheetsQuery } from './documents-queries.ts'
import { type FactSheetsSearch, SHEET_SORTS } from './documents-search.ts'
import { FavouriteStar } from './favourite-star.tsx'
import { useDocumentColumns } from './use-document-columns.tsx'
import { useOpenDocument } from './use-open-document.ts'
import { type Selection, useSelection } from './use-selection.tsx'
import { Hit } from './viewer/hit.tsx'

const FILTERS = { search: undefined, category: undefined, favourites: undefined }

/** Material fact sheets, as a grid or a list; each person's favourites are on all their devices (E7). */
export default function FactSheetsPage() {
  const t = useTranslations('documents')
  const [search, change] = useUrlState<FactSheetsSearch>()
  const list = useCursorList(factSheetsQuery(search))
  const selection = useSelection(list.rows)
  const filtered = Object.keys(FILTERS).some((name) => search[name as keyof typeof FILTERS] !== undefined)
  return (
    <>
      <PageHead title={t('factSheets.title')} subtitle={t('factSheets.subtitle')} />
      <FilterBar note={!list.dimmed && list.total !== null && t('count', { count: list.total })}>
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={search.search}
          onChange={(text) => change({ search: text })}
        />
        <SegmentChips
          label={t('category')}
          value={search.category}
          any={t('allCategories')}
          choices={CATEGORIES['fact-sheet'].map((value) => ({ value, label: t(`categories.${value}`) }))}
          onChange={(category) => change({ category: category as FactSheetsSearch['category'] })}
        />
        <SegmentChips
          label={t('favourites')}
          value={search.favourites}
          any={t('allSheets')}
          choices={[{ value: 'true', label: t('favourites') }]}
          onChange={(value) => change({ favourites: value as FactSheetsSearch['favourites'] })}
        />
        <ChoiceChip
          label={t('sort')}
          value={search.sort}
          any={t('sorts.updated')}
          choices={SHEET_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          onChange={(sort) => change({ sort: sort as FactSheetsSearch['sort'] })}
        />
        <SegmentChips
          label={t('shownAs')}
          value={search.view}
          any={t('views.grid')}
          choices={[{ value: 'list', label: t('views.list') }]}
          onChange={(view) => change({ view: view as FactSheetsSearch['view'] })}
        />
        {filtered && <ClearFilters onClear={() => change(FILTERS)}>{t('clear')}</ClearFilters>}
        {selection.controls}
      </FilterBar>
      {search.view === 'list' ? (
        <Sheets list={list} filtered={filtered} selection={selection} />
      ) : (
        <SheetCards list={list} filtered={filtered} selection={selection} />
      )}
    </>
  )
}

type ListProps = {
  list: ReturnType<typeof useCursorList<DocumentsPage>>
  filtered: boolean
  selection: Selection
}

function Sheets({ list, filtered, selection }: ListProps) {
  const t = useTranslations('documents')
  const columns = useDocumentColumns(['category', 'version', 'updated', 'status'])
  const open = useOpenDocument()
  const star: Column<DocumentRow> = {
    id: 'favourite',
    title: t('favourite'),
    cell: (row) => <FavouriteStar document={row} />,
    sortable: false,
    fixed: true,
  }
  return (
    <DataTable
      label={t('factSheets.title')}
      columns={selection.withBoxes([star, ...columns])}
      rows={list.rows}
      rowKey={({ id }) => id}
      rowTitle={({ title }) => title}
      onOpen={selection.choosing ? selection.toggle : open}
      total={list.total}
      more={list.more}
      loading={list.loading}
      dimmed={list.dimmed}
      failure={
        list.failure && { title: t('notLoaded'), cause: list.failure, onRetry: () => void list.refresh() }
      }
      empty={<NoSheets filtered={filtered} />}
    />
  )
}

function SheetCards({ list, filtered, selection }: ListProps) {
  const t = useTranslations('documents')
  const formats = useFormats()
  if (list.failure)
    return <ErrorCard title={t('notLoaded')} failure={list.failure} onRetry={() => void list.refresh()} />
  if (list.loading) return <CardsSkeleton />
  if (list.rows.length === 0) return <NoSheets filtered={filtered} />
  return (
    <>
      <ul className={css.cards} aria-busy={list.dimmed || undefined}>
        {list.rows.map((sheet) => (
          <li key={sheet.id} className={css.card}>
            <div className={css.line}>
              <h2>
                {selection.choosing && selection.box(sheet)} {sheet.title}
              </h2>
              <FavouriteStar document={sheet} />
            </div>
            <p className={css.quiet}>
              {t('sheetFacts', {
                category: t(`categories.${sheet.category}`),
                version: String(sheet.version ?? '–'),
                date: formats.date(sheet.updatedAt.slice(0, 10)),
              })}
            </p>
            {sheet.status !== 'available' && <StatusBadge status={sheet.status} />}
            <Hit hit={sheet.hit} />
            <DocumentActions document={sheet} />
          </li>
        ))}
      </ul>
      {list.more && <MoreButton more={list.more}>{t('more')}</MoreButton>}
    </>
  )
}

function NoSheets({ filtered }: { filtered: boolean }) {
  const t = useTranslations('documents')
  return (
    <EmptyState
      title={t(filtered ? 'noneFound' : 'none')}
      hint={t(filtered ? 'noneFoundHint' : 'noneHint')}
    />
  )
}
