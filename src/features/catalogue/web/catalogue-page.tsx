import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceChip, ClearFilters, FilterBar } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { PRODUCT_CLASSES, type ProductClass } from '../../products/contract.ts'
import { CompanyChip } from '../../tenants/web/published.ts'
import type { CatalogueItem, CataloguePage as Page } from '../contract.ts'
import { AddDialog } from './add-dialog.tsx'
import { type CatalogueSearch, catalogueQuery, NO_FILTER } from './catalogue-queries.ts'
import { ItemDialogs } from './item-dialogs.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { useCatalogueColumns, useItemName } from './use-catalogue-columns.tsx'
import { UsualTermsDialog } from './usual-terms-dialog.tsx'

/** What the screen shows comes by them. */
const UPSTREAM = ['products', 'price-list']

/** What a client may buy; for those who look after clients also what each is offered, to change. */
export default function CataloguePage() {
  const t = useTranslations('catalogue')
  const failureText = useFailureText()
  const [search, change] = useUrlState<CatalogueSearch>()
  const list = useCursorList(catalogueQuery(search))
  const { rows, first, total, more, loading, dimmed, failure, refresh } = list
  const access = useAccess()
  const manages = rows.some(({ offer }) => offer) || can(access, { permission: 'catalogue.write' })
  const columns = useCatalogueColumns(first, manages, access.seesAllTenants)
  const nameOf = useItemName()
  const [opened, setOpened] = useState<CatalogueItem | null>(null)
  const [adding, setAdding] = useState(false)
  const [entering, setEntering] = useState(false)
  const [usual, setUsual] = useState(false)
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Button variant="default" onClick={() => setUsual(true)}>
              {t('usual.open')}
            </Button>
            {manages && (
              <Button variant="default" onClick={() => setEntering(true)}>
                {t('ownProduct.new')}
              </Button>
            )}
            {manages && (
              <Button
                leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
                onClick={() => setAdding(true)}
              >
                {t('add')}
              </Button>
            )}
          </>
        }
      />
      {!failure && (
        <ConnectionBanner
          loaded={first && t('loaded', { count: total ?? 0 })}
          loading={t('loading')}
          staleFailure={list.staleFailure}
          updatedAt={list.updatedAt}
          asOf={first?.asOf}
          kinds={UPSTREAM}
          onRetry={() => void refresh()}
        />
      )}
      <Filters
        search={search}
        first={first}
        matching={dimmed || !isFiltered ? null : total}
        onChange={change}
      />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ id, tenantId }) => `${tenantId} ${id}`}
        rowTitle={nameOf}
        {...(manages && { onOpen: setOpened })}
        total={total}
        more={more}
        loading={loading}
        dimmed={dimmed}
        failure={
          failure && {
            title: t('notLoaded'),
            message: failureText(failure),
            cause: failure,
            onRetry: () => void refresh(),
          }
        }
        empty={
          <EmptyState
            title={t(isFiltered ? 'noneFound' : 'none')}
            hint={t(isFiltered ? 'noneFoundHint' : 'noneHint')}
          />
        }
      />
      {opened && <ItemDialogs item={opened} onClose={() => setOpened(null)} />}
      {entering && (
        <ProductDialog
          item={null}
          tenant={access.tenant?.id ?? search.tenant}
          onClose={() => setEntering(false)}
        />
      )}
      {usual && <UsualTermsDialog onClose={() => setUsual(false)} />}
      {adding && <AddDialog tenant={access.tenant?.id ?? search.tenant} onClose={() => setAdding(false)} />}
    </>
  )
}

type FiltersProps = {
  search: CatalogueSearch
  first: Page | undefined
  matching: number | null
  onChange: (patch: CatalogueSearch) => void
}

function Filters({ search, first, matching, onChange }: FiltersProps) {
  const t = useTranslations('catalogue')
  const { seesAllTenants } = useAccess()
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  return (
    <FilterBar note={matching !== null && t('matching', { count: matching })}>
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={search.search}
        onChange={(text) => onChange({ search: text })}
      />
      {seesAllTenants && (
        <CompanyChip
          label={t('company')}
          any={t('any')}
          value={search.tenant}
          onChange={(tenant) => onChange({ tenant })}
        />
      )}
      <ChoiceChip
        label={t('columns.class')}
        any={t('any')}
        value={search.class}
        choices={PRODUCT_CLASSES.map((value) => ({ value, label: t(`classes.${value}`) }))}
        onChange={(value) => onChange({ class: value as ProductClass | undefined })}
      />
      <ChoiceChip
        label={t('columns.category')}
        any={t('any')}
        value={search.category}
        choices={(first?.categories ?? []).map((value) => ({ value, label: value }))}
        onChange={(category) => onChange({ category })}
      />
      {isFiltered && <ClearFilters onClear={() => onChange(NO_FILTER)}>{t('clearFilters')}</ClearFilters>}
    </FilterBar>
  )
}
