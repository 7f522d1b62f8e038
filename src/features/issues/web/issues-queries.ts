import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { issuesContract } from '../contract.ts'
import { askOf, type IssuesFilter } from './issues-search.ts'

export const issuesApi = createApi(issuesContract)
const PAGE = 200
const FEW = 5

export const issuesQuery = (filter: IssuesFilter) =>
  cursorQuery({
    queryKey: ['issues', 'list', filter],
    fetchPage: (cursor, signal) => issuesApi.list({ ...askOf(filter), limit: PAGE, cursor }, { signal }),
  })

export const issueQuery = (number: string) =>
  queryOptions({
    queryKey: ['issues', 'detail', number],
    queryFn: ({ signal }) => issuesApi.get({ number }, { signal }),
  })

export const issueCardsQuery = queryOptions({
  queryKey: ['issues', 'cards'],
  queryFn: ({ signal }) => issuesApi.cards({}, { signal }),
})

/** What an issue can be about. */
export type About = { order: number } | { invoice: number } | { lot: number }

/** The newest of them. */
export const issuesAboutQuery = (about: About) =>
  queryOptions({
    queryKey: ['issues', 'about', about],
    queryFn: ({ signal }) => issuesApi.list({ ...about, limit: FEW }, { signal }),
  })
