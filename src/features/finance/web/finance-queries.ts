import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { financeContract } from '../contract.ts'
import type { InvoiceFilter } from './finance-search.ts'

const api = createApi(financeContract)
/** Enough for the table to draw only what is in sight and to fetch the rest while one scrolls. */
const PAGE = 200
/** More invoices has no order. */
const MOST_OF_ORDER = 100

/** What is owed, in one currency. */
export const overviewQuery = (currency: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'overview', { currency }],
    queryFn: ({ signal }) => api.overview({ currency }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The invoices of a filter, page by page; the first page also counts them all. */
export const invoicesQuery = (filter: InvoiceFilter) =>
  cursorQuery({
    queryKey: ['finance', 'invoices', filter],
    fetchPage: (cursor, signal) => api.invoices({ ...filter, limit: PAGE, cursor }, { signal }),
  })

/** One invoice by its number, or `id:<id>`. */
export const invoiceQuery = (number: string) =>
  queryOptions({
    queryKey: ['finance', 'invoice', number],
    queryFn: ({ signal }) => api.invoice({ number }, { signal }),
  })

/** Those of one order, oldest first. */
export const invoicesOfOrderQuery = (ordNo: string) =>
  queryOptions({
    queryKey: ['finance', 'of-order', ordNo],
    queryFn: async ({ signal }) =>
      (await api.invoices({ ordNo, sort: 'date', limit: MOST_OF_ORDER }, { signal })).items,
  })
