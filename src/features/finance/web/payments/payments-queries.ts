import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../../platform/web/query/cursor-query.ts'
import { financeContract, type Invoice } from '../../contract.ts'
import { MOST_PARTS, methodsContract, type PaymentState, paymentsContract } from '../../payments-contract.ts'

export const paymentsApi = createApi(paymentsContract)
export const methodsApi = createApi(methodsContract)
const invoicesApi = createApi(financeContract)

const PAGE = 50

export const paymentsQuery = cursorQuery({
  queryKey: ['finance', 'payments', 'list'],
  fetchPage: (cursor, signal) => paymentsApi.payments({ limit: PAGE, cursor }, { signal }),
})

/** One wish is one payment, however often it is sent. */
export const randomWish = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** What the address bears of somebody who comes back from the provider's page. */
export type CameBack = {
  setup?: string | undefined
  page?: string | undefined
  payment?: string | undefined
}

const OPEN: readonly PaymentState[] = ['pending', 'action']
const POLL_INTERVAL_MS = 1_500

/** One payment, until the provider's last word is there. */
export const paymentQuery = (reference: string) =>
  queryOptions({
    queryKey: ['finance', 'payments', reference],
    queryFn: ({ signal }) => paymentsApi.payment({ reference }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && OPEN.includes(data.state) ? POLL_INTERVAL_MS : false),
    staleTime: 0,
  })

type PayableFilter = { currency: string; tenant: number | undefined; search: string | undefined }
const ofPayable = (filter: PayableFilter) => ({ ...filter, state: 'open', sort: 'dueDate' }) as const

/** What is to be paid in a currency, of one company where several are looked at, what is due first at the beginning. */
export const payableQuery = (filter: PayableFilter) =>
  cursorQuery({
    queryKey: ['finance', 'payable', filter],
    fetchPage: (cursor, signal) =>
      invoicesApi.invoices({ ...ofPayable(filter), limit: PAGE, cursor }, { signal }),
  })

/** As many of them as one payment can be of, and some that are on their way already. */
export const fetchPayable = async (filter: PayableFilter): Promise<Invoice[]> =>
  (await invoicesApi.invoices({ ...ofPayable(filter), limit: 2 * MOST_PARTS })).items
