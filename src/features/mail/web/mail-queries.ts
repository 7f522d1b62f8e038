import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { mailContract } from '../contract.ts'
import type { MailSearch } from './mail-search.ts'

export const mailApi = createApi(mailContract)

/** Every query of this feature begins so. */
export const MAILS = ['mails'] as const

export const mailsQuery = (search: MailSearch) =>
  cursorQuery({
    queryKey: [...MAILS, search],
    fetchPage: (cursor, signal) => mailApi.list({ ...search, ...(cursor && { cursor }) }, { signal }),
  })
