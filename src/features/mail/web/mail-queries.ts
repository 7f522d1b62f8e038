import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { mailContract } from '../contract.ts'

export const mailApi = createApi(mailContract)

export const mailsQuery = cursorQuery({
  queryKey: ['mails'],
  fetchPage: (cursor, signal) => mailApi.list({ cursor }, { signal }),
})
