import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { financeContract, type Invoice } from '../../contract.ts'
import { paymentsContract } from '../../payments-contract.ts'

export const paymentsApi = createApi(paymentsContract)
const invoicesApi = createApi(financeContract)
/** One transfer pays at most so many (MOST_PARTS). */
const MOST = 100

export const paymentsQuery = queryOptions({
  queryKey: ['finance', 'payments'],
  queryFn: ({ signal }) => paymentsApi.payments({}, { signal }),
})

/** What is to be paid in a currency, what is due first at the beginning. */
export const payableQuery = (currency: string) =>
  queryOptions({
    queryKey: ['finance', 'payable', currency],
    queryFn: async ({ signal }): Promise<Invoice[]> => {
      const [overdue, pending] = await Promise.all(
        (['overdue', 'pending'] as const).map((state) =>
          invoicesApi.invoices({ state, currency, sort: 'dueDate', limit: MOST }, { signal }),
        ),
      )
      return [...(overdue?.items ?? []), ...(pending?.items ?? [])].slice(0, MOST)
    },
    staleTime: 0,
  })
