import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { Text } from '../../orders/web/published.ts'
import type { Lot } from '../contract.ts'
import { Findings, LotState } from './lot-state.tsx'
import { LotsFilters } from './lots-filters.tsx'
import { lotsQuery } from './lots-queries.ts'
import type { LotsSearch } from './lots-search.ts'
import { ScanButton } from './scan/scan-button.tsx'
import { useProductName } from './use-product-name.ts'

/** What the screen shows comes by it. */
const UPSTREAM = ['lots']

/** Every lot on the orders of the client, the newest first: found by a number that is typed or scanned. */
export default function LotsPage() {
  const t = useTranslations('lots')
  const failureText = useFailureText()
  const [search, change] = useUrlState<LotsSearch>()
  const list = useCursorList(lotsQuery(search))
  const { rows, first, total, more, loading, dimmed, failure, refresh } = list
  const navigate = useNavigate()
  const columns = useLotColumns()
  const isFiltered = search.search !== undefined || search.state !== undefined
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} actions={<ScanButton />} />
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
      <LotsFilters search={search} matching={dimmed || !isFiltered ? null : total} onChange={change} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowTitle={({ lotNo }) => t('lot', { number: lotNo })}
        onOpen={({ address }) => void navigate({ to: '/lots/$lotNo', params: { lotNo: address } })}
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
    </>
  )
}

function useLotColumns(): readonly Column<Lot>[] {
  const t = useTranslations('lots')
  const formats = useFormats()
  const nameOf = useProductName()
  return [
    {
      id: 'lotNo',
      title: t('columns.lotNo'),
      cell: ({ lotNo }) => <Text strong>{lotNo}</Text>,
      sortable: false,
      fixed: true,
    },
    {
      id: 'product',
      title: t('columns.product'),
      cell: (lot) => <Text>{nameOf(lot) ?? lot.itemNo}</Text>,
      sortable: false,
      card: 'fact',
    },
    {
      id: 'itemNo',
      title: t('columns.itemNo'),
      cell: ({ itemNo }) => <Text>{itemNo}</Text>,
      sortable: false,
    },
    {
      id: 'manufacturedOn',
      title: t('columns.manufacturedOn'),
      cell: ({ manufacturedOn }) => formats.date(manufacturedOn),
      sortable: false,
    },
    {
      id: 'expiresOn',
      title: t('columns.expiresOn'),
      cell: ({ expiresOn }) => formats.date(expiresOn),
      sortable: false,
      card: 'fact',
    },
    {
      id: 'state',
      title: t('columns.state'),
      cell: ({ state }) => <LotState>{state}</LotState>,
      sortable: false,
      card: 'corner',
    },
    {
      id: 'tests',
      title: t('columns.tests'),
      cell: (lot) => <Findings lot={lot} />,
      sortable: false,
      card: 'fact',
    },
  ]
}
