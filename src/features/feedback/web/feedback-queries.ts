import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { feedbackContract } from '../contract.ts'
import type { FeedbackSearch } from './feedback-search.ts'

export const feedbackApi = createApi(feedbackContract)
const PAGE = 100

export const feedbackQuery = (search: FeedbackSearch) =>
  cursorQuery({
    queryKey: ['feedback', 'list', search],
    fetchPage: (cursor, signal) =>
      feedbackApi.list({ ...search, limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  })

export const feedbackSummaryQuery = queryOptions({
  queryKey: ['feedback', 'summary'],
  queryFn: ({ signal }) => feedbackApi.summary({}, { signal }),
})
