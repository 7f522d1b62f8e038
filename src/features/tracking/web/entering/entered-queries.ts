import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { ordersContract } from '../../../orders/contract.ts'
import { enteredContract } from '../../entered-contract.ts'

export const enteredApi = createApi(enteredContract)
const orders = createApi(ordersContract)

/** Under the screen's own key: what moves shipments fetches it anew. */
export const enteredQuery = (id: number) =>
  queryOptions({
    queryKey: ['tracking', 'entered', id],
    queryFn: ({ signal }) => enteredApi.entered({ id }, { signal }),
    staleTime: 0,
  })

/** What an order has to send. */
export const orderToSendQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', 'to send', id],
    queryFn: ({ signal }) => orders.get({ ordNo: `id:${id}` }, { signal }),
    staleTime: 0,
  })

/** One wish is one shipment, and one event, however often it is sent. */
export const randomWish = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
