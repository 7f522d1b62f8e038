import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ChoiceChip, ClearFilters, FilterBar, SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { CategoryList } from './category-list.tsx'
import css from './documents.module.css'
import { documentationQuery } from './documents-queries.ts'
import { DOCUMENT_SORTS, type DocumentationSearch } from './documents-search.ts'
import { ProductSets } from './product-sets.tsx'
import { useDocumentColumns } from './use-document-columns.tsx'
import { useOpenDocument } from './use-open-document.ts'
import { useSelection } from './use-selection.tsx'

/** Product documentation in both of its forms (E2): one list by category, or a set a product. */
export default function DocumentationPage() {
  const t = useTranslations('documents')
  const [search, change] = useUrlState<DocumentationSearch>()
  const cards = search.view === 'cards'
  const filtered = search.search !== undefined || (!cards && search.category !== undefined)
  return (
    <>
      <PageHead title={t('documentation.title')} subtitle={t('documentation.subtitle')} />
      <FilterBar>
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={search.search}
          onChange={(text) => change({ search: text })}
        />
        <ChoiceChip
          label={t('sort')}
          value={search.sort}
          any={t(cards ? 'sorts.name' : 'sorts.updated')}
          choices={DOCUMENT_SORTS.filter((sort) => !cards || sort !== 'title').map((value) => ({
            value,
            label: t(`sorts.${value}`),
          }))}
          onChange={(sort) => change({ sort: sort as DocumentationSearch['sort'] })}
        />
        <SegmentChips
          label={t('shownAs')}
          value={search.view}
          any={t('views.table')}
          choices={[{ value: 'cards', label: t('views.cards') }]}
          onChange={(view) => change({ view: view as DocumentationSearch['view'] })}
        />
        {filtered && (
          <ClearFilters onClear={() => change({ search: undefined, category: undefined })}>
            {t('clear')}
          </ClearFilters>
        )}
      </FilterBar>
      {cards ? <ProductSets search={search} /> : <Library search={search} change={change} />}
    </>
  )
}

type LibraryProps = { search: DocumentationSearch; change: (patch: Partial<DocumentationSearch>) => void }

function Library({ search, change }: LibraryProps) {
  const t = useTranslations('documents')
  const columns = useDocumentColumns(['category', 'format', 'size', 'updated', 'status'])
  const open = useOpenDocument()
  const list = useCursorList(documentationQuery(search))
  const { rows, first } = list
  const selection = useSelection(rows)
  return (
    <div className={css.beside}>
      <CategoryList
        counts={first?.counts ?? null}
        value={search.category}
        onChange={(category) => change({ category })}
      />
      <div className={css.list}>
        <div className={css.choose}>{selection.controls}</div>
        <DataTable
          label={t('documentation.title')}
          columns={selection.withBoxes(columns)}
          rowKey={({ id }) => id}
          rowTitle={({ title }) => title}
          onOpen={selection.choosing ? selection.toggle : open}
          {...tableOf(list, t('notLoaded'))}
          empty={<NoDocuments filtered={search.search !== undefined || search.category !== undefined} />}
        />
      </div>
    </div>
  )
}

function NoDocuments({ filtered }: { filtered: boolean }) {
  const t = useTranslations('documents')
  return (
    <EmptyState
      title={t(filtered ? 'noneFound' : 'none')}
      hint={t(filtered ? 'noneFoundHint' : 'noneHint')}
    />
  )
}
