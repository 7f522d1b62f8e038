import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { conversationsContract } from '../contract.ts'
import type { ChatSearch } from './chat-search.ts'

export const conversationsApi = createApi(conversationsContract)
const LIST_PAGE = 50
const THREAD_PAGE = 100
const OF_ORDER = 5

export const summaryQuery = queryOptions({
  queryKey: ['conversations', 'summary'],
  queryFn: ({ signal }) => conversationsApi.summary({}, { signal }),
})

export const listQuery = ({ search, desk }: Pick<ChatSearch, 'search' | 'desk'>) =>
  cursorQuery({
    queryKey: ['conversations', 'list', { search, desk }],
    fetchPage: (cursor, signal) =>
      conversationsApi.list(
        {
          search,
          ...(desk === 'waiting' && { waiting: 'me' as const }),
          ...(desk === 'mine' && { assigned: 'me' as const }),
          ...(desk === 'nobody' && { assigned: desk }),
          limit: LIST_PAGE,
          cursor,
        },
        { signal },
      ),
  })

/** The newest of an order. */
export const ofOrderQuery = (order: number) =>
  queryOptions({
    queryKey: ['conversations', 'list', 'order', order],
    queryFn: ({ signal }) => conversationsApi.list({ order, limit: OF_ORDER }, { signal }),
  })

export const conversationQuery = (id: number) =>
  queryOptions({
    queryKey: ['conversations', 'one', id, 'facts'],
    queryFn: ({ signal }) => conversationsApi.get({ id }, { signal }),
  })

/** The newest first, as the API gives them. */
export const messagesQuery = (id: number) =>
  cursorQuery({
    queryKey: ['conversations', 'one', id, 'messages'],
    fetchPage: (cursor, signal) => conversationsApi.messages({ id, limit: THREAD_PAGE, cursor }, { signal }),
  })
