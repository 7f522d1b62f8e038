import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { cursorQuery, useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { CREDIT_SORTS, type CreditRow, financeContract } from '../contract.ts'

const api = createApi(financeContract)
const PAGE = 200
type CreditSort = (typeof CREDIT_SORTS)[number]

/** Page by page; the first page also sums it up. */
const creditQuery = (currency: string | undefined, sort: CreditSort | `-${CreditSort}`) =>
  cursorQuery({
    queryKey: ['finance', 'credit', currency, sort],
    fetchPage: (cursor, signal) => api.credit({ currency, sort, limit: PAGE, cursor }, { signal }),
  })

/** What the credit not yet applied is made of, with what it comes to. */
export default function CreditPage() {
  const t = useTranslations('finance.credit')
  const formats = useFormats()
  const [search] = useUrlState<{ currency?: string }>()
  const currency = /^[A-Z]{3}$/.test(search.currency ?? '') ? search.currency : undefined
  const { sort, onSort } = useListAddress('credit', CREDIT_SORTS, '-date')
  const list = useCursorList(creditQuery(currency, sort))
  const columns = useColumns(list.first?.currency ?? currency ?? '')
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('text')}
        trail={
          <Link to="/finance" search={{ currency }}>
            {t('back')}
          </Link>
        }
      />
      <RecordPanel
        name="credit"
        label={t('list')}
        note={list.first?.sum && t('sum', { amount: formats.money(list.first.sum, list.first.currency) })}
        columns={columns}
        sort={sort}
        onSort={onSort}
        rowKey={({ key }) => key}
        rowTitle={({ number }) => number}
        {...tableOf(list, t('notLoaded'))}
        empty={<EmptyState title={t('none')} />}
      />
    </>
  )
}

function useColumns(currency: string): readonly Column<CreditRow>[] {
  const t = useTranslations('finance.credit')
  const formats = useFormats()
  const columns = useTranslations('finance.columns')
  const { seesAllTenants } = useAccess()
  const client: Column<CreditRow> = {
    id: 'tenantName',
    title: columns('tenantName'),
    cell: ({ tenantName }) => tenantName ?? DASH,
  }
  return [
    {
      id: 'number',
      title: t('number'),
      cell: ({ number, invoiceId }) =>
        invoiceId === null ? (
          number
        ) : (
          <Link to="/finance/invoices/$number" params={{ number: `id:${invoiceId}` }}>
            {number}
          </Link>
        ),
      fixed: true,
    },
    { id: 'kind', title: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
    ...(seesAllTenants ? [client] : []),
    { id: 'date', title: t('date'), cell: ({ date }) => formats.date(date), card: 'fact' },
    {
      id: 'reference',
      title: t('reference'),
      cell: ({ reference, invoiceNo }) =>
        [reference, invoiceNo && t('names', { number: invoiceNo })].filter(Boolean).join(' · ') || DASH,
      sortable: false,
      wraps: true,
    },
    {
      id: 'amount',
      title: t('amount'),
      cell: ({ amount }) => formats.money(amount, currency),
      align: 'end',
    },
  ]
}
